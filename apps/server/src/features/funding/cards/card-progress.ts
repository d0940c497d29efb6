import { formatAmount } from '@florin/money';
import type { Logger } from 'pino';
import { accountPath } from '../../../platform/account-page.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { CardProcessor, PaymentState } from '../../../providers/card-processor/card-processor.ts';
import { recordRefusal, type Charge } from '../charge-store.ts';
import { declined } from '../declined.ts';
import {
  addDetails,
  again,
  isSameAmount,
  recordEnded,
  recordPaid,
  recordProcessorId,
  recordWaiting,
} from './progress-store.ts';
import { assertOpened } from './transaction-store.ts';

export type CardDependencies = {
  readonly pool: Pool;
  readonly cards: CardProcessor;
  readonly logger?: Logger | undefined;
  readonly beforeCapture?: BeforeCapture | undefined;
};

/**
 * Checks that a charge may still be captured after its member confirmed it. Returns details to store with the charge.
 * Errors: the reason why the charge may not be captured.
 */
export type BeforeCapture = (charge: Charge) => Promise<Record<string, string>>;

/** Stripe forgets idempotency keys after a day. After this time, a repeated call would be a new payment. */
const repeatableHours = 20;

/**
 * Charges a saved card, or continues a charge. A repeated call changes nothing: each payment has an idempotency key of
 * ours, and the processor is asked for its current state. Returns the charge once it is charged.
 *
 * Errors: `payment_declined`, and `payment_needs_confirmation` with the page where the member confirms it.
 */
export async function chargeByProcessor(dependencies: CardDependencies, charge: Charge): Promise<Charge> {
  const { pool, cards } = dependencies;
  if (charge.processorId !== undefined)
    return settled(await advance(dependencies, charge, await cards.look(charge.processorId)));
  // The member never got the address of the page.
  if (charge.railToken === undefined) return settled({ charge: await recordEnded(pool, charge, canceled) });
  const returnPath = await returnPathOf(pool, charge.userId);
  const order = { reference: charge.id, amount: charge.amount, token: charge.railToken, returnPath };
  await assertOpened(pool);
  const made = isRepeatable(charge) ? await cards.authorize(order) : undefined;
  const id = made?.id ?? (await cards.findAuthorized({ ...order, since: charge.startedAt }));
  if (id === undefined) return settled({ charge: await recordEnded(pool, charge, undefined) });
  await recordProcessorId(pool, charge.id, id);
  const found = made?.found ?? (await cards.look(id));
  return settled(await advance(dependencies, { ...charge, processorId: id }, found));
}

/** The page that opens after the processor's page. */
export const returnPathOf = (pool: Pool, memberId: string) => accountPath(pool, memberId, '/card-return');

const isRepeatable = ({ startedAt }: Charge) => Date.now() - startedAt.getTime() < repeatableHours * 3_600_000;

/** The result of a step: the charge's stored state, and the page where its member continues. */
export type Step = { readonly charge: Charge; readonly url?: string | undefined };

/** Takes the next step of a charge, as the processor's state says. */
export async function advance(dependencies: CardDependencies, charge: Charge, found: PaymentState): Promise<Step> {
  const { pool, cards } = dependencies;
  const id = charge.processorId ?? '';
  switch (found.state) {
    case 'waits':
      await recordWaiting(pool, charge.id, id);
      return { charge: await again(pool, charge.id), url: found.url };
    case 'authorized': {
      const objection = await objectionTo(dependencies, charge);
      const next = objection ? cards.cancel(id) : cards.capture({ reference: charge.id, id });
      if (objection) await addDetails(pool, charge.id, { ended_because: objection.message });
      return advance(dependencies, charge, await next);
    }
    case 'paid':
      return { charge: await paid(dependencies, charge, found) };
    case 'ended':
      return {
        charge: await recordEnded(pool, charge, found.why === 'canceled' ? canceled : undefined),
      };
  }
}

/** A payment with a different amount is never credited, and a payment that counted as declined is refunded. */
async function paid(
  { pool, logger }: CardDependencies,
  charge: Charge,
  found: Extract<PaymentState, { state: 'paid' }>,
): Promise<Charge> {
  const wasDeclined = (await again(pool, charge.id)).state === 'declined';
  const isOther = !isSameAmount(found.amount, charge.amount);
  if (isOther || wasDeclined) {
    logger?.error({ charge: charge.id, payment: found.paymentId, isOther, wasDeclined }, 'a card payment is refunded');
    const sentence = isOther
      ? `Your card paid ${formatAmount(found.amount)} instead of ${formatAmount(charge.amount)}. We refund it.`
      : 'Your card paid after the payment had ended. We refund it.';
    await recordRefusal(pool, charge.id, new Refusal('payment_declined', sentence));
  }
  return recordPaid(pool, charge, found);
}

async function objectionTo({ pool, beforeCapture }: CardDependencies, charge: Charge): Promise<Refusal | undefined> {
  try {
    const details = await beforeCapture?.(charge);
    if (details) await addDetails(pool, charge.id, details);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const canceled = 'The payment was canceled.';

function settled({ charge, url }: Step): Charge {
  if (charge.state === 'declined') throw declined(charge);
  if (charge.state === 'waiting' || charge.state === 'started')
    throw new Refusal(
      'payment_needs_confirmation',
      `Confirm the payment with ${charge.label} at your bank.`,
      url === undefined ? {} : { url },
    );
  return charge;
}
