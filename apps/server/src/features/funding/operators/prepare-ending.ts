import type { Ledger } from '../../../ledger/index.ts';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { PaymentRail } from '../../../providers/payment-rail/payment-rail.ts';
import { PrepareAgain } from '../../proposals/index.ts';
import { endedOtherwise, endEntry, endOf, endOrder, markSent, sentAt, type FinalAnswer } from '../bank-order-ending.ts';
import { railOrder, type BankOrder } from '../bank-order-store.ts';
import { returnedUnsentHash, sentKey } from '../withdrawal.ts';
import { heldMembers, pathsOf, whyNotByHand } from './by-file.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly rail: PaymentRail };

/** Ends an order in the caller's transaction. Errors: `order_not_pending`, and the ledger's. */
export type End = (tx: Queryable) => Promise<void>;

/**
 * Prepares the end of an order that an operator decided, unless the bank's answer contradicts the operator. The bank's
 * answer wins, so an operator can neither credit unsent money nor return paid money. A settled withdrawal first goes to
 * the bank. A returned withdrawal that the bank does not have never reaches the bank. While the bank is unreachable
 * nothing is decided.
 *
 * The entry names the command, so that a repeat gets the first result.
 *
 * Errors: `order_not_pending` if the bank's answer contradicts the operator and ends the order, `account_frozen`.
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
  await assertNotInFile(pool, order, said);
  if (said.state === 'returned' && !(await sentAt(await ledger.booksOf(order.userId), order.hold)))
    return returningUnsent(dependencies, order, said, command);
  const sent = (await markSent({ pool, ledger }, order).catch(asNotPending)) ?? (await isHeld(pool, order));
  const times = { sent: sent.toISOString() };
  await assertNotDenied(ledger, order, said, await rail.payOut(railOrder(order, sent)), times);
  return ending(ledger, await endEntry(ledger, order, said, { ...times, command }));
}

/**
 * The bank's files end a withdrawal that is paid by file. An operator can return such a withdrawal until it is in a
 * batch.
 */
async function assertNotInFile(pool: Pool, order: BankOrder, said: FinalAnswer): Promise<void> {
  const path = (await pathsOf(pool, [order])).get(order.hold);
  if (!path) return; // a deposit
  const { notSettleable, notReturnable } = whyNotByHand({ ...order, path });
  const problem = said.state === 'settled' ? notSettleable : notReturnable;
  if (problem !== null) throw new Refusal('order_not_pending', problem);
}

const ending =
  (ledger: Ledger, entry: Awaited<ReturnType<typeof endEntry>>): End =>
  async (tx) => {
    const over = { conflict: notPending, holdNotOpen: notPending };
    const { outcome } = await ledger.postWithin(tx, entry, over);
    if (outcome !== 'posted') throw notPending(); // another call posted the same end
  };

/**
 * Uses the same key as sending and canceling, so only one of the three happens. If the bank got the withdrawal
 * meanwhile, `PrepareAgain` asks the bank. This can happen only once.
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
  const taken = new Refusal('order_not_pending', 'Another request ended this order first.');
  return async (tx) => {
    const { outcome } = await ledger
      .postWithin(tx, entry, { conflict: () => taken, holdNotOpen: notPending })
      .catch(async (error: unknown) => {
        if (error !== taken) throw error;
        throw (await sentAt(await ledger.booksWithin(tx, order.userId), order.hold))
          ? new PrepareAgain()
          : notPending();
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

async function isHeld(pool: Pool, { userId }: BankOrder): Promise<never> {
  const reason = (await heldMembers(pool, [userId])).get(userId);
  throw new Refusal('account_frozen', reason ?? 'This account was frozen. Try again.');
}

export const notPending = () => new Refusal('order_not_pending', 'This order has already ended.');
