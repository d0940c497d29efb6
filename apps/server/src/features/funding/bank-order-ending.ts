import type { JournalEntry, Ledger, Standing } from '../../ledger/index.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { digestUuid } from '../../platform/digest.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { BankAnswer } from '../../providers/payment-rail/payment-rail.ts';
import { mayPayOut, recordChange } from '../identity/index.ts';
import { bankAccounts } from './bank-accounts.ts';
import { bankDepositKind, bankDepositReturnedKind } from './bank-deposit.ts';
import type { BankOrder } from './bank-order-store.ts';
import { arrivedPostings, notArrivedPostings, withdrawnPostings } from './postings.ts';
import { sentHash, sentKey, withdrawalReturnedKind, withdrawalSentKind, withdrawnFundsKind } from './withdrawal.ts';

/** The bank's final answer about an order. */
export type FinalAnswer = Exclude<BankAnswer, { state: 'pending' }>;

/** The order ended elsewhere: the member canceled it, or another node or an operator ended it. */
export const endedOtherwise = new Refusal('not_cancellable', 'This order has already ended.');
const sentences = { conflict: () => endedOtherwise, holdNotOpen: () => endedOtherwise };

/**
 * Marks a withdrawal as sent to the bank and returns the time. Takes the key that a cancellation would take, so the
 * withdrawal can no longer be canceled. Returns undefined while the account is frozen. A repeated call posts nothing,
 * because the bank may be asked again and again for days. Errors: `endedOtherwise`, and the ledger's.
 */
export async function markSent(
  { pool, ledger }: { pool: Pool; ledger: Ledger },
  order: BankOrder,
): Promise<Date | undefined> {
  const { hold, userId } = order;
  const before = await sentAt(await ledger.booksOf(userId), hold);
  if (before) return before;
  const entry: JournalEntry = {
    key: sentKey(hold),
    requestHash: sentHash,
    actor: userId,
    kind: withdrawalSentKind,
    metadata: { hold: String(hold) },
    postings: [],
  };
  return transact(pool, async (tx) => {
    // One transaction orders this step and a freeze: an earlier freeze holds the withdrawal, a later freeze waits.
    if (!(await mayPayOut(tx, userId))) return undefined;
    const standing = await ledger.postWithin(tx, entry, sentences);
    if (standing.outcome === 'duplicate')
      return (await sentAt(await ledger.booksWithin(tx, userId), hold)) ?? missingEntry();
    await recordChange(tx, [userId], 'money'); // the member can no longer cancel it
    return standing.recordedAt;
  });
}

/**
 * Returns the time when the withdrawal was sent to the bank, or undefined if it was not sent.
 *
 * @param books the member's
 */
export async function sentAt(books: Queryable, hold: bigint): Promise<Date | undefined> {
  const { rows } = await books.query<{ recorded_at: Date }>({
    name: 'sent-at',
    text: 'select recorded_at from member_books.entries where key = $1 and kind = $2',
    values: [sentKey(hold), withdrawalSentKind],
  });
  return rows[0]?.recorded_at;
}

function missingEntry(): never {
  throw new Error('A posted ledger entry was not found.');
}

/**
 * Ends the order's hold. All callers use the same key, so the ledger accepts only one caller. A later caller with
 * another answer gets `endedOtherwise`.
 */
export async function endOrder(
  ledger: Ledger,
  order: BankOrder,
  answer: FinalAnswer,
  times: { sent?: string } = {},
): Promise<Standing> {
  return ledger.post(await endEntry(ledger, order, answer, times), sentences);
}

/** The time when the bank got the order, and the key of the operator's command that ends the order. */
type Particulars = { readonly sent?: string; readonly command?: string | undefined };

/** Returns the entry that ends the hold. The entry's key is the same for all callers. */
export const endEntry = async (
  ledger: Ledger,
  order: BankOrder,
  answer: FinalAnswer,
  more: Particulars = {},
): Promise<JournalEntry> => ({
  ...(await endOf(ledger, order, answer, more)),
  key: digestUuid('bank-order-ended', String(order.hold)),
  requestHash: answer.state === 'returned' ? 1n : 0n,
});

/** Returns the entry that ends the hold, without its key. */
export async function endOf(
  ledger: Ledger,
  { hold, direction, userId, amount, startedAt, label }: BankOrder,
  answer: FinalAnswer,
  more: Particulars,
): Promise<Omit<JournalEntry, 'key' | 'requestHash'>> {
  const accounts = await bankAccounts(ledger, userId, amount.asset);
  const returned = answer.state === 'returned';
  const about = { method: label, hold: String(hold), started: startedAt.toISOString(), ...more };
  const common = {
    actor: userId,
    metadata: returned ? { ...about, reason: answer.reason } : about,
    endsHold: hold,
  };
  if (direction === 'in')
    return returned
      ? { ...common, kind: bankDepositReturnedKind, postings: notArrivedPostings(accounts, amount) }
      : { ...common, kind: bankDepositKind, postings: arrivedPostings(accounts, amount) };
  return returned
    ? { ...common, kind: withdrawalReturnedKind, postings: [], draws: await ledger.drawsToReturn(hold) }
    : { ...common, kind: withdrawnFundsKind, postings: withdrawnPostings(accounts, amount) };
}
