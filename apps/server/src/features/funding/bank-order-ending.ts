import type { JournalEntry, Ledger, Standing } from '../../ledger/index.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { digestUuid } from '../../platform/digest.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { BankAnswer } from '../../providers/payment-rail/payment-rail.ts';
import { staysUnfrozen, recordChange } from '../identity/index.ts';
import { bankAccounts } from './bank-accounts.ts';
import { bankDepositKind, bankDepositReturnedKind } from './bank-deposit.ts';
import type { BankOrder } from './bank-order-store.ts';
import { arrivedPostings, notArrivedPostings, withdrawnPostings } from './postings.ts';
import { sentHash, sentKey, withdrawalReturnedKind, withdrawalSentKind, withdrawnFundsKind } from './withdrawal.ts';

/** The bank's last word on an order. */
export type FinalAnswer = Exclude<BankAnswer, { state: 'pending' }>;

/** Somebody else was first: its owner called it back, another node settled it, or an operator did. */
export const endedOtherwise = new Refusal('not_cancellable', 'This order has come to its end already.');
const sentences = { conflict: () => endedOtherwise, holdNotOpen: () => endedOtherwise };

/**
 * Takes the key that calling a withdrawal back would take: from here on it is the bank's. Returns since when, and nothing
 * while the account is frozen: what the bank does not have yet is held then. Repeating it posts nothing, as a bank may be
 * asked about an order for days. Refusals: `endedOtherwise`, and the ledger's.
 */
export async function markSent(
  { pool, ledger }: { pool: Pool; ledger: Ledger },
  order: BankOrder,
): Promise<Date | undefined> {
  const { hold, userId } = order;
  const before = await sentAt(pool, hold);
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
    // In one transaction: a freeze that came first holds the withdrawal, and one that comes now waits for the bank's turn.
    if (!(await staysUnfrozen(tx, userId))) return undefined;
    const standing = await ledger.postWithin(tx, entry, sentences);
    if (standing.outcome === 'duplicate') return (await sentAt(tx, hold)) ?? notThere();
    await recordChange(tx, [userId], 'money'); // it can no longer be called back
    return standing.recordedAt;
  });
}

/** Since when a withdrawal is the bank's; none while it is not. */
export async function sentAt(database: Queryable, hold: bigint): Promise<Date | undefined> {
  const { rows } = await database.query<{ recorded_at: Date }>({
    name: 'sent-at',
    text: 'select recorded_at from books.entries where key = $1 and kind = $2',
    values: [sentKey(hold), withdrawalSentKind],
  });
  return rows[0]?.recorded_at;
}

function notThere(): never {
  throw new Error('an entry that stands in the books is not there');
}

/**
 * Ends the hold, one way or the other. Whoever ends an order does it under the same key, so that the ledger decides who
 * was first; the other is told `endedOtherwise`, unless both said the same.
 */
export async function endOrder(
  ledger: Ledger,
  order: BankOrder,
  answer: FinalAnswer,
  times: { sent?: string } = {},
): Promise<Standing> {
  return ledger.post(await endEntry(ledger, order, answer, times), sentences);
}

/** Since when it is the bank's, and the key of the operator's command that ends it. */
type Particulars = { readonly sent?: string; readonly command?: string | undefined };

/** The entry that ends the hold, under the key that everybody takes who ends it. */
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

/** The entry that ends the hold, but for its key. */
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
