import type { Logger } from 'pino';
import type { Pool } from '../../platform/database/pool.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { CardProcessor } from '../../providers/card-processor/card-processor.ts';
import type { PaymentRail } from '../../providers/payment-rail/payment-rail.ts';
import { claimAbandoned, type Charge, type ChargePurpose } from './charge-store.ts';
import type { BeforeCapture } from './cards/card-progress.ts';
import { chargeStarted } from './charge.ts';

/** Maps each purpose to the function that finishes its charges. */
export type ChargeFinishers = Record<ChargePurpose, (charge: Charge) => Promise<unknown>>;

const everySeconds = 15;
const atOnce = 100;

type Dependencies = {
  readonly pool: Pool;
  readonly rail: PaymentRail;
  readonly cards?: CardProcessor | undefined;
  readonly beforeCapture?: BeforeCapture | undefined;
  readonly logger: Logger;
};

/** Schedules the job that finishes interrupted charges every 15 seconds. */
export function scheduleChargeRecovery(dependencies: Dependencies, finishers: ChargeFinishers) {
  return recurringJob(dependencies, 'resume-charges', everySeconds, (signal) =>
    resumeAbandonedCharges(dependencies, finishers, signal),
  );
}

/** Finishes each interrupted charge: it is posted, declined or refunded. */
export async function resumeAbandonedCharges(
  { logger, ...dependencies }: Dependencies,
  finishers: ChargeFinishers,
  signal?: AbortSignal,
): Promise<void> {
  for (const charge of await claimAbandoned(dependencies.pool, atOnce)) {
    if (signal?.aborted) return;
    try {
      await finishers[charge.purpose](await chargeStarted(dependencies, charge));
    } catch (error) {
      // A `Refusal` means that the charge is declined or refunded. Other errors are retried later.
      if (!(error instanceof Refusal)) logger.error({ err: error, charge: charge.id }, 'a charge is stuck');
    }
  }
}
