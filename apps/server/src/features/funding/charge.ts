import { isLedgerClosed, type Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { digestBigint } from '../../platform/digest.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { CardProcessor } from '../../providers/card-processor/card-processor.ts';
import type { PaymentRail } from '../../providers/payment-rail/payment-rail.ts';
import { chargeByProcessor, type BeforeCapture } from './cards/card-progress.ts';
import {
  beginCharge,
  isCharged,
  keyReused,
  moveCharge,
  recordRefunded,
  recordRefusal,
  type Charge,
  type ChargeRequest,
} from './charge-store.ts';
import { declined } from './declined.ts';
import { methodLabel } from './method.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly rail: PaymentRail;
  /** The card processor, if the operator has one. */
  readonly cards?: CardProcessor | undefined;
  readonly beforeCapture?: BeforeCapture | undefined;
};

/**
 * Charges a card once per command. The row is written before the rail is called, so an interrupted attempt resumes with
 * the same reference. Returns a charged charge, even if an earlier attempt charged it. While the ledger is closed, no
 * new charge starts.
 *
 * Errors: `payment_declined`, `payment_needs_confirmation`, `still_in_flight`, `idempotency_key_reused`,
 * `ledger_read_only`.
 */
export async function chargeOnce(
  dependencies: Dependencies & { readonly ledger: Ledger },
  request: ChargeRequest,
): Promise<Charge> {
  const { pool, ledger } = dependencies;
  if ((await isLedgerClosed(await ledger.booksOf(request.userId))) && !(await isCharged(pool, request.command.key)))
    throw notCharged(request);
  const charge = await beginCharge(dependencies, request);
  if (charge.requestHash !== request.command.requestHash) throw keyReused();
  return chargeStarted(dependencies, charge);
}

/** Completes the rail's part of a charge. Errors: `payment_declined`, and the stored error of a refunded charge. */
export async function chargeStarted(
  { pool, rail, cards, beforeCapture }: Dependencies,
  charge: Charge,
): Promise<Charge> {
  const { state, railToken: token } = charge;
  if (state === 'declined') throw declined(charge);
  if (state === 'refunded') throw charge.refusal ?? declined(charge);
  if (state !== 'started' && state !== 'waiting') return charge;
  const isOfProcessor = token === undefined || charge.processorId !== undefined || cards?.isToken(token) === true;
  if (cards && isOfProcessor) return chargeByProcessor({ pool, cards, beforeCapture }, charge);
  if (isOfProcessor) throw withoutProcessor();
  const answer = await rail.charge({ reference: charge.id, token, amount: charge.amount });
  await moveCharge(pool, charge.id, answer);
  if (answer === 'declined') throw declined(charge);
  return { ...charge, state: answer };
}

/** Runs `postOrRefund` and replaces temporary errors. The new message says that the card was already charged. */
export async function finishCharge<Result>(
  dependencies: Dependencies & { readonly ledger: Ledger },
  charge: Charge,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await postOrRefund(dependencies, charge, work);
  } catch (error) {
    throw isTemporary(error) ? alreadyCharged(charge, error) : error;
  }
}

/**
 * Runs the work that the charge pays for, or refunds the charge if the work is rejected. The error is stored first.
 * After that, only the refund is retried, never the work.
 *
 * Two attempts may run at the same time if the first one outlasts its time. The ledger decides between them: a refund
 * takes the key of the posting, so it cannot follow the posting.
 */
async function postOrRefund<Result>(
  { pool, ledger, rail, cards }: Dependencies & { readonly ledger: Ledger },
  charge: Charge,
  work: () => Promise<Result>,
): Promise<Result> {
  if (charge.refusal) return refundUnlessPosted(charge.refusal);
  try {
    return await posted();
  } catch (error) {
    if (!(error instanceof Refusal) || isTemporary(error)) throw error;
    return refundUnlessPosted(await recordRefusal(pool, charge.id, error));
  }

  async function posted() {
    const result = await work();
    await moveCharge(pool, charge.id, 'posted');
    return result;
  }

  async function refundUnlessPosted(refusal: Refusal): Promise<Result> {
    if (!(await takeKey(ledger, charge))) {
      const result = await posted().catch(unlessKeyIsForeign);
      if (result !== undefined) return result;
    }
    await giveMoneyBack({ rail, cards }, charge);
    await recordRefunded(pool, charge);
    throw refusal;
  }
}

async function giveMoneyBack({ rail, cards }: Pick<Dependencies, 'rail' | 'cards'>, charge: Charge): Promise<void> {
  const { id: reference, railToken: token, paymentId, amount } = charge;
  if (paymentId === undefined && token !== undefined) return rail.refund({ reference, token, amount });
  if (!cards || paymentId === undefined) throw withoutProcessor();
  return cards.refund({ reference, paymentId });
}

/** Ignores a key that belongs to a payment of another kind: nothing was posted for this charge. */
function unlessKeyIsForeign(error: unknown): undefined {
  if (!(error instanceof Refusal && error.code === 'idempotency_key_reused')) throw error;
}

/**
 * Reserves the posting's key, so that nothing can be posted for the charge. Returns false if the key is taken, usually
 * by another attempt.
 */
async function takeKey(ledger: Ledger, { id, userId }: Charge): Promise<boolean> {
  const taken = new Refusal('still_in_flight', 'This payment already went through.');
  const entry = {
    key: id,
    isContested: true,
    requestHash: digestBigint('charge-returned', id),
    actor: userId,
    kind: 'charge-returned',
    metadata: {},
    postings: [],
  };
  try {
    await ledger.post(entry, { conflict: () => taken });
    return true;
  } catch (error) {
    if (error === taken) return false;
    throw error;
  }
}

/** Temporary errors. The charge stays open, and a later attempt finishes it. */
const temporary = new Set(['busy', 'ledger_read_only', 'database_unavailable']);
const isTemporary = (error: unknown): error is Refusal => error instanceof Refusal && temporary.has(error.code);

const notCharged = ({ method }: ChargeRequest) =>
  new Refusal(
    'ledger_read_only',
    `Payments are paused right now. ${method ? methodLabel(method) : 'Your card'} was not charged. Try again later.`,
    { retryAfterSeconds: 60 },
  );

const alreadyCharged = ({ label }: Charge, { code, retryAfterSeconds = 1 }: Refusal) =>
  new Refusal(
    code,
    `${label} was charged, but we cannot finish this right now. Do not pay again: we will finish it or refund you.`,
    { retryAfterSeconds },
  );

/** The operator removed the settings of the card processor while charges were on their way. */
const withoutProcessor = () =>
  new Error('This charge needs the card processor. Set STRIPE_SECRET_KEY again until no charge is open.');
