import { isLedgerClosed, type Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { digestBigint } from '../../platform/digest.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { PaymentRail } from '../../providers/payment-rail/payment-rail.ts';
import {
  beginCharge,
  isCharged,
  keyReused,
  moveCharge,
  noteRefunded,
  noteRefusal,
  type Charge,
  type ChargeRequest,
} from './charge-store.ts';
import { methodLabel } from './method.ts';

type Dependencies = { readonly pool: Pool; readonly rail: PaymentRail };

/**
 * Charges a card or account, once per command. The row is written before the rail is asked, so that an attempt that was
 * cut off is taken up again with the same reference. What is returned is charged, now or by an earlier attempt. While
 * the ledger is closed nothing is begun: it may be hours until what the money is for can go through.
 *
 * Refusals: `payment_declined`, `still_in_flight`, `idempotency_key_reused`, `ledger_read_only`.
 */
export async function chargeOnce(dependencies: Dependencies, request: ChargeRequest): Promise<Charge> {
  const { pool } = dependencies;
  if ((await isLedgerClosed(pool)) && !(await isCharged(pool, request.command.key))) throw notCharged(request);
  const charge = await beginCharge(pool, request);
  if (charge.requestHash !== request.command.requestHash) throw keyReused();
  return chargeStarted(dependencies, charge);
}

/**
 * Takes a charge from wherever it stands to charged. Refusals: `payment_declined`, and for a charge that was given back
 * what it was refused for.
 */
export async function chargeStarted({ pool, rail }: Dependencies, charge: Charge): Promise<Charge> {
  if (charge.state === 'declined') throw declined(charge.label);
  if (charge.state === 'refunded') throw charge.refusal ?? declined(charge.label);
  if (charge.state !== 'started') return charge;
  const answer = await rail.charge({ reference: charge.id, token: charge.railToken, amount: charge.amount });
  await moveCharge(pool, charge.id, answer);
  if (answer === 'declined') throw declined(charge.label);
  return { ...charge, state: answer };
}

/**
 * Does the same as below. What is refused for now only is refused with the truth: the money has been taken, whatever
 * the refusal says of itself.
 */
export async function finishCharge<Result>(
  dependencies: Dependencies & { readonly ledger: Ledger },
  charge: Charge,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await postOrGiveBack(dependencies, charge, work);
  } catch (error) {
    throw isTemporary(error) ? takenAlready(charge, error) : error;
  }
}

/**
 * Lets the work that the money was for go through, or gives the money back: where it is refused, the rail returns the
 * charge and the refusal stands. The refusal is written down first: from there on the work is not tried again, however
 * often giving back is.
 *
 * Two attempts may be at it at once, where the first took longer than its time. Which of them decides is decided in the
 * ledger: giving back takes the key of what would be posted, and is not done where that stands already.
 */
async function postOrGiveBack<Result>(
  { pool, ledger, rail }: Dependencies & { readonly ledger: Ledger },
  charge: Charge,
  work: () => Promise<Result>,
): Promise<Result> {
  if (charge.refusal) return giveBackUnlessPosted(charge.refusal);
  try {
    return await posted();
  } catch (error) {
    if (!(error instanceof Refusal) || isTemporary(error)) throw error;
    return giveBackUnlessPosted(await noteRefusal(pool, charge.id, error));
  }

  async function posted() {
    const result = await work();
    await moveCharge(pool, charge.id, 'posted');
    return result;
  }

  async function giveBackUnlessPosted(refusal: Refusal): Promise<Result> {
    if (!(await takeKey(ledger, charge))) {
      const result = await posted().catch(unlessKeyIsForeign);
      if (result !== undefined) return result;
    }
    await rail.refund({ reference: charge.id, token: charge.railToken, amount: charge.amount });
    await noteRefunded(pool, charge);
    throw refusal;
  }
}

/** The key may stand for something that was paid in another way: then nothing was posted for this charge. */
function unlessKeyIsForeign(error: unknown): undefined {
  if (!(error instanceof Refusal && error.code === 'idempotency_key_reused')) throw error;
}

/** From here on nothing can be posted for the charge. False where the key is taken, by another attempt as a rule. */
async function takeKey(ledger: Ledger, { id, userId }: Charge): Promise<boolean> {
  const taken = new Refusal('still_in_flight', 'This payment went through.');
  const entry = {
    key: id,
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

/** Refused for now only: the charge stays, and is finished when it is taken up again. */
const temporary = new Set(['busy', 'ledger_read_only', 'database_unavailable']);
const isTemporary = (error: unknown): error is Refusal => error instanceof Refusal && temporary.has(error.code);

const notCharged = ({ method }: ChargeRequest) =>
  new Refusal(
    'ledger_read_only',
    `Money cannot be moved right now, and ${methodLabel(method)} was not charged. We are looking into it.`,
    { retryAfterSeconds: 60 },
  );

const takenAlready = ({ label }: Charge, { code, retryAfterSeconds = 1 }: Refusal) =>
  new Refusal(
    code,
    `${label} was charged, and we cannot finish this right now. It is finished by itself, or you get the money back: you need not pay again.`,
    { retryAfterSeconds },
  );

const declined = (label: string) =>
  new Refusal('payment_declined', `${label} was declined. Nothing was charged; please use another payment method.`);
