import type { Logger } from 'pino';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { eachApart } from '../../platform/each-apart.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { openTill } from './pay-for-plan.ts';
import { lockPlan, subscribersDue } from './plan-store.ts';
import { settlePlan } from './settle-plan.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger };
type JobDependencies = Dependencies & { readonly logger: Logger };

const everySeconds = 15;
/** As many in one run. */
const mostAtOnce = 500;

export const scheduleBilling = (dependencies: JobDependencies) =>
  recurringJob(dependencies, 'bill-plans', everySeconds, (signal) => billPlans(dependencies, signal));

/**
 * Bills the months that have begun. However often it runs, on however many nodes, and wherever it is cut off: each
 * member's plan is settled in a transaction of its own, with the plan locked.
 */
export async function billPlans({ pool, ledger }: Dependencies, signal?: AbortSignal): Promise<void> {
  const bill = async (userId: string) => {
    const till = await openTill(ledger, userId);
    await transact(pool, async (tx) => {
      await settlePlan(tx, till, userId, await lockPlan(tx, userId));
    });
  };
  await eachApart(await subscribersDue(pool, mostAtOnce), bill, signal);
}
