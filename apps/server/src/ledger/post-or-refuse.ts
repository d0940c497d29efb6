import { Refusal } from '../platform/refusal.ts';
import type { Queryable } from '../platform/database/pool.ts';
import type { AccountId, JournalEntry, Outcome } from './entry.ts';

/** An entry that stands in the books, now or from an earlier attempt with the same key. */
export type Standing = Extract<Outcome, { outcome: 'posted' | 'duplicate' }>;

/** An allowance that was too small: its kind, and what was left of it before. */
export type ExceededLimit = { readonly kind: string; readonly left: bigint };

/** What a command says to each no that its entry can get. One that it has no word for is a bug. */
export type RefusalSentences = {
  readonly insufficient?: () => Refusal;
  readonly limit?: (exceeded: ExceededLimit) => Error;
  readonly holdNotOpen?: () => Refusal;
  readonly quote?: (outcome: 'quote_used' | 'quote_expired') => Refusal;
  /** The key is another entry's. Without it: `idempotency_key_reused`. */
  readonly conflict?: () => Refusal;
};

/**
 * Tells a command's caller what the ledger said. Refusals: `idempotency_key_reused`, `account_closed`, and those that the command gives
 * for too little money or too small an allowance.
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
        `the ledger called an entry of kind ${entry.kind} ${outcome.verdict}: ${JSON.stringify(entry.metadata)}`,
      );
  }
}

const keyReused = () => new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');

export const accountClosed = () =>
  new Refusal('account_closed', 'That account has just been closed and takes no money any more.');

const unexpected = ({ kind }: JournalEntry, outcome: string) =>
  new Error(`the ledger called an entry of kind ${kind} ${outcome}, which it cannot be`);

/** The limit in force comes with the draw; the account knows what was used of it. */
async function exceededLimit(database: Queryable, entry: JournalEntry, account: AccountId): Promise<ExceededLimit> {
  const { rows } = await database.query<{ kind: string; posted: bigint }>(
    'select kind, posted from books.accounts where id = $1',
    [account],
  );
  const row = rows[0];
  const draw = entry.draws?.find((one) => one.kind === row?.kind);
  if (!row || !draw) throw new Error('the ledger named an allowance that the entry does not draw on');
  const left = draw.limit + row.posted;
  return { kind: row.kind, left: left > 0n ? left : 0n };
}
