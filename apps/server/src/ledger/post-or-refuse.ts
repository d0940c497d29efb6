import { Refusal } from '../platform/refusal.ts';
import type { Queryable } from '../platform/database/pool.ts';
import type { AccountId, JournalEntry, Outcome } from './entry.ts';

/** An entry that is posted, now or by an earlier attempt with the same key. */
export type Standing = Extract<Outcome, { outcome: 'posted' | 'duplicate' }>;

/** An exceeded allowance: its kind, and the amount that was left before. */
export type ExceededLimit = { readonly kind: string; readonly left: bigint };

/** A command's errors for each outcome that its entry can have. An outcome without an error is a bug. */
export type RefusalSentences = {
  readonly insufficient?: () => Refusal;
  readonly limit?: (exceeded: ExceededLimit) => Error;
  readonly holdNotOpen?: () => Refusal;
  readonly quote?: (outcome: 'quote_used' | 'quote_expired') => Refusal;
  /** Thrown if another entry has the key. Default: `idempotency_key_reused`. */
  readonly conflict?: () => Refusal;
};

/**
 * Returns a posted or duplicate outcome and throws an error for any other. Errors: `idempotency_key_reused`,
 * `account_closed`, and the command's own errors.
 */
export async function standingOrRefusal(
  database: Queryable,
  entry: JournalEntry,
  outcome: Outcome,
  sentences: RefusalSentences,
): Promise<Standing> {
  switch (outcome.outcome) {
    case 'posted':
    case 'duplicate':
      return outcome;
    case 'conflict':
      throw sentences.conflict?.() ?? keyReused();
    case 'insufficient':
      throw sentences.insufficient?.() ?? unexpected(entry, outcome.outcome);
    case 'limit':
      throw (
        sentences.limit?.(await exceededLimit(database, entry, outcome.account)) ?? unexpected(entry, outcome.outcome)
      );
    case 'hold_not_open':
      throw sentences.holdNotOpen?.() ?? unexpected(entry, outcome.outcome);
    case 'quote_used':
    case 'quote_expired':
      throw sentences.quote?.(outcome.outcome) ?? unexpected(entry, outcome.outcome);
    case 'account_closed':
      throw accountClosed();
    case 'malformed':
      throw new Error(
        `the ledger rejected an entry of kind ${entry.kind} as ${outcome.verdict}: ${JSON.stringify(entry.metadata)}`,
      );
  }
}

export const keyReused = () =>
  new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');

export const accountClosed = () =>
  new Refusal('account_closed', 'This account was just closed and cannot receive money.');

const unexpected = ({ kind }: JournalEntry, outcome: string) =>
  new Error(`an entry of kind ${kind} has no error for the outcome ${outcome}`);

/** Returns the exceeded allowance. The draw has the limit in force; the account has the amount used. */
async function exceededLimit(database: Queryable, entry: JournalEntry, account: AccountId): Promise<ExceededLimit> {
  const { rows } = await database.query<{ kind: string; posted: bigint }>(
    'select kind, posted from own_books.accounts where id = $1',
    [account],
  );
  const row = rows[0];
  const draw = entry.draws?.find((one) => one.kind === row?.kind);
  if (!row || !draw) throw new Error('the ledger named an allowance that the entry does not draw on');
  const left = draw.limit + row.posted;
  return { kind: row.kind, left: left > 0n ? left : 0n };
}
