import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { PaymentRail } from '../../providers/payment-rail/payment-rail.ts';
import { beginCharge, moveCharge, noteRefusal, type Charge, type ChargeRequest } from './charge-store.ts';

type Dependencies = { readonly pool: Queryable; readonly rail: PaymentRail };

/**
 * Charges a card or account, once per command. The row is written before the rail is asked, so that an attempt that was
 * cut off is taken up again with the same reference. What is returned is charged, now or by an earlier attempt.
 *
 * Refusals: `payment_declined`, `still_in_flight`, `idempotency_key_reused`.
 */
export async function chargeOnce(dependencies: Dependencies, request: ChargeRequest): Promise<Charge> {
  const charge = await beginCharge(dependencies.pool, request);
  if (charge.requestHash !== request.command.requestHash)
    throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
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
 * Lets the work that the money was for go through, or gives the money back: where it is refused, the rail returns the
 * charge and the refusal stands. The refusal is written down first: from there on the work is not tried again, however
 * often giving back is.
 */
export async function finishCharge<Result>(
  { pool, rail }: Dependencies,
  charge: Charge,
  work: () => Promise<Result>,
): Promise<Result> {
  if (charge.refusal) throw await giveBack(charge, charge.refusal);
  try {
    const result = await work();
    await moveCharge(pool, charge.id, 'posted');
    return result;
  } catch (error) {
    if (!(error instanceof Refusal) || temporary.has(error.code)) throw error;
    await noteRefusal(pool, charge.id, error);
    throw await giveBack(charge, error);
  }

  async function giveBack({ id, railToken, amount }: Charge, refusal: Refusal): Promise<Refusal> {
    await rail.refund({ reference: id, token: railToken, amount });
    await moveCharge(pool, id, 'refunded');
    return refusal;
  }
}

/** Refused for now only: the charge stays, and is finished when it is taken up again. */
const temporary = new Set(['busy', 'ledger_read_only', 'database_unavailable']);

const declined = (label: string) =>
  new Refusal('payment_declined', `${label} was declined. Nothing was charged; please use another payment method.`);
