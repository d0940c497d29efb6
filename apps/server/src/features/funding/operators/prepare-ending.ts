import type { Ledger } from '../../../ledger/index.ts';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { PaymentRail } from '../../../providers/payment-rail/payment-rail.ts';
import { PrepareAgain } from '../../proposals/index.ts';
import { endedOtherwise, endEntry, endOf, endOrder, markSent, sentAt, type FinalAnswer } from '../bank-order-ending.ts';
import { railOrder, type BankOrder } from '../bank-order-store.ts';
import { returnedUnsentHash, sentKey } from '../withdrawal.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly rail: PaymentRail };

/** Ends an order in the caller's transaction. Refusals: `order_not_pending`, and the ledger's. */
export type End = (tx: Queryable) => Promise<void>;

/**
 * Prepares to end an order as operators say, unless the bank says the opposite: its own last word goes first, which may
 * have been lost on its way. So nobody's word makes money arrive that was never sent, or gives back what was paid. A
 * withdrawal that is settled goes to the bank first, as it would without an operator; one that is returned and that the
 * bank has not had is kept from it. Nothing is decided while the bank cannot be asked.
 *
 * The entry names the command, so that a repeat of the command is told what it did.
 *
 * Refusals: `order_not_pending` where the bank says the opposite, which then is what happens; `account_frozen`.
 */
export async function prepareEnding(
  dependencies: Dependencies,
  order: BankOrder,
  said: FinalAnswer,
  command?: string,
): Promise<End> {
  const { pool, ledger, rail } = dependencies;
  if (order.direction === 'in') {
    await assertNotDenied(ledger, order, said, await rail.collect(railOrder(order, order.startedAt)), {});
    return ending(ledger, await endEntry(ledger, order, said, { command }));
  }
  if (said.state === 'returned' && !(await sentAt(pool, order.hold)))
    return returningUnsent(dependencies, order, said, command);
  const sent = (await markSent({ pool, ledger }, order).catch(asNotPending)) ?? isFrozen();
  const times = { sent: sent.toISOString() };
  await assertNotDenied(ledger, order, said, await rail.payOut(railOrder(order, sent)), times);
  return ending(ledger, await endEntry(ledger, order, said, { ...times, command }));
}

const ending =
  (ledger: Ledger, entry: Awaited<ReturnType<typeof endEntry>>): End =>
  async (tx) => {
    const over = { conflict: notPending, holdNotOpen: notPending };
    const { outcome } = await ledger.postWithin(tx, entry, over);
    if (outcome !== 'posted') throw notPending(); // somebody else has said the same
  };

/**
 * Takes the key that handing it to the bank and cancelling it take: of the three one happens. Where the bank got it since,
 * it has to be asked; that happens only once.
 */
async function returningUnsent(
  { ledger }: Dependencies,
  order: BankOrder,
  answer: FinalAnswer,
  command: string | undefined,
): Promise<End> {
  const entry = {
    ...(await endOf(ledger, order, answer, { command })),
    key: sentKey(order.hold),
    requestHash: returnedUnsentHash,
  };
  const taken = new Refusal('order_not_pending', 'Somebody else was faster.');
  return async (tx) => {
    const { outcome } = await ledger
      .postWithin(tx, entry, { conflict: () => taken, holdNotOpen: notPending })
      .catch(async (error: unknown) => {
        if (error !== taken) throw error;
        throw (await sentAt(tx, order.hold)) ? new PrepareAgain() : notPending();
      });
    if (outcome !== 'posted') throw notPending();
  };
}

async function assertNotDenied(
  ledger: Ledger,
  order: BankOrder,
  said: FinalAnswer,
  answer: Awaited<ReturnType<PaymentRail['collect']>>,
  times: { sent?: string },
): Promise<void> {
  if (answer.state === 'pending' || answer.state === said.state) return;
  await endOrder(ledger, order, answer, times).catch(asNotPending);
  const reason = answer.state === 'returned' ? `: ${answer.reason}` : '.';
  throw new Refusal('order_not_pending', `The bank has ${answer.state} this ${whatIs(order)}${reason}`);
}

export const whatIs = ({ direction }: BankOrder) => (direction === 'in' ? 'deposit' : 'withdrawal');

function asNotPending(error: unknown): never {
  throw error === endedOtherwise ? notPending() : error;
}

function isFrozen(): never {
  throw new Refusal('account_frozen', 'This account is frozen. Unfreeze it first, or return the withdrawal.');
}

export const notPending = () => new Refusal('order_not_pending', 'This order has come to its end already.');
