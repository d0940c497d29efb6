import { DatabaseError } from 'pg';
import { Refusal } from '../platform/refusal.ts';
import { pipeline } from '../platform/database/pipeline.ts';
import type { Pool, Queryable } from '../platform/database/pool.ts';
import { sqlState, transact, withRetry } from '../platform/database/transact.ts';
import { accountDirectory } from './accounts.ts';
import { drawReader } from './draws-to-return.ts';
import { balanceReader } from './balances.ts';
import { commitMeter, meterWithin, type CommitMeter } from './commit-meter.ts';
import type { AccountId, Draw, JournalEntry, Outcome } from './entry.ts';
import { groupCommit, QueueFull } from './group-commit.ts';
import { lanes, postBatch } from './post-batch.ts';
import { readUsage } from './usage.ts';
import { accountClosed, standingOrRefusal, type RefusalSentences, type Standing } from './post-or-refuse.ts';
import { allEntries, mainShard, type EntryRange } from './shards/ids.ts';

export type Shard = ReturnType<typeof openShard>;

const closed = 'FL001';
const closedAccount = 'closed_accounts_are_empty';

/** Opens the ledger of one database. This ledger knows neither why money moves nor any other ledger. */
export const openShard = (pool: Pool) => open(pool, { meter: commitMeter, within: meterWithin });

/** Opens the ledger for entries that are rolled back: it does not count them in the metrics. */
export const openUncounted = (pool: Pool) => open(pool, { meter: undefined, within: () => undefined });

type Counters = { readonly meter: CommitMeter | undefined; readonly within: (outcome: Outcome) => void };

function open(pool: Pool, { meter, within }: Counters) {
  // Each process posts to one random lane. Sharing a lane only costs waiting time.
  const lane = Math.floor(Math.random() * lanes);
  const batches = pipeline(pool);
  const post = (batch: JournalEntry[]) => withRetry(() => postBatch(batches, batch, lane));
  const commits = groupCommit(
    (batch) => post(batch).catch((error: unknown) => postOneByOne(batch, error, post)),
    meter,
  );
  return {
    ...accountDirectory(pool),
    balancesOf: balanceReader(pool),
    drawsToReturn: drawReader(pool),

    /** Returns the database whose `member_books` has all rows about the owner's accounts. */
    booksOf: async (_owner: string): Promise<Queryable> => pool,

    /** Returns the database that has the entry or hold with this id. */
    booksOfEntry: async (_id: bigint): Promise<Queryable> => pool,

    /**
     * Returns draws for a reader of `booksOf`, with limits under which these books have as much left as all ledgers
     * together.
     */
    drawsReadBy: async (_owner: string, draws: readonly Draw[]): Promise<readonly Draw[]> => draws,

    /** Returns the books of the owner as the caller's transaction sees them. */
    booksWithin: async (tx: Queryable, _owner: string): Promise<Queryable> => tx,

    /** The ids of each ledger's entries and holds. */
    entryRanges: [allEntries] as readonly EntryRange[],

    /** Groups owners by the number of the ledger that has their accounts at this moment. */
    byLedger: async (owners: readonly string[]): Promise<ReadonlyMap<number, readonly string[]>> =>
      new Map(owners.length === 0 ? [] : [[mainShard, owners]]),

    /**
     * Returns whether such an entry is posted in a further database. A statement in the main database reads the main
     * entries itself.
     */
    hasEntryElsewhere: async (_owner: string, _key: string): Promise<boolean> => false,

    /** Returns the usage of each owner's allowance of this kind, by default outside of a transaction. */
    usageOf: (owners: readonly string[], kind: string, tx: Queryable = pool) => readUsage(tx, owners, kind),

    /** Returns whether an entry with a key of this owner is posted. */
    async hasEntry(_owner: string, key: string): Promise<boolean> {
      const { rows } = await pool.query({
        name: 'has-entry',
        text: 'select from member_books.entries where key = $1',
        values: [key],
      });
      return rows.length > 0;
    },

    /**
     * Posts an entry or throws. Errors: `idempotency_key_reused`, `account_closed`, the command's own errors for an
     * insufficient balance or allowance, `ledger_read_only` while a sweep finding is unresolved, `busy` when the queue
     * is full.
     */
    async post(entry: JournalEntry, sentences: RefusalSentences): Promise<Standing> {
      return standingOrRefusal(pool, entry, await outcomeOf(entry), sentences);
    },

    /**
     * Posts entries in one transaction, each as if the previous entries had been posted. If an entry is rejected, none
     * is posted. Locks the accounts of all entries at once, so that no deadlock arises. Errors: as `post`, with each
     * entry's sentences.
     */
    postTogether(all: readonly { entry: JournalEntry; sentences: RefusalSentences }[]): Promise<Standing[]> {
      return transact(pool, async (tx) => {
        const entries = all.map(({ entry }) => entry);
        const outcomes = await postBatch(tx, entries, lane).catch(refuseIfClosed);
        const standings: Standing[] = [];
        for (const [i, { entry, sentences }] of all.entries()) {
          const outcome = outcomes[i];
          if (!outcome) throw new Error('the ledger returned no outcome for an entry');
          within(outcome);
          standings.push(await standingOrRefusal(tx, entry, outcome, sentences));
        }
        return standings;
      });
    },

    /**
     * Locks the accounts of entries before the caller's transaction posts the entries one after the other. So the
     * transaction and a batch do not wait for each other. Locks no allowances.
     */
    async lockWithin(tx: Queryable, entries: readonly JournalEntry[]): Promise<void> {
      await tx.query('select ledger.lock_accounts($1)', [entries.flatMap(accountsIn)]);
    },

    /**
     * Posts an entry within the caller's own transaction, which must be READ COMMITTED and repeatable (`transact`). The
     * entry is posted if the transaction commits. The entry's accounts stay locked until the commit, so take all other
     * locks first and do nothing slow afterwards. A transaction that posts several entries calls `lockWithin` first.
     */
    async postWithin(tx: Queryable, entry: JournalEntry, sentences: RefusalSentences): Promise<Standing> {
      const [outcome] = await postBatch(tx, [entry], lane).catch(refuseIfClosed);
      if (!outcome) throw new Error('the ledger returned no outcome for an entry');
      within(outcome);
      return standingOrRefusal(tx, entry, outcome, sentences);
    },
  };

  async function outcomeOf(entry: JournalEntry): Promise<Outcome> {
    try {
      return await commits.post(entry);
    } catch (error) {
      if (error instanceof QueueFull)
        throw new Refusal('busy', '{{brand}} is very busy right now. Please try again in a moment.', {
          retryAfterSeconds: 1,
        });
      return refuseIfClosed(error);
    }
  }
}

const accountsIn = ({ postings, reserve }: JournalEntry): AccountId[] => [
  ...postings.map(({ account }) => account),
  ...(reserve ? [reserve.account] : []),
];

function refuseIfClosed(error: unknown): never {
  if (isClosedAccount(error)) throw accountClosed();
  if (sqlState(error) !== closed) throw error;
  throw new Refusal('ledger_read_only', 'Money cannot be moved right now. We are looking into it.', {
    retryAfterSeconds: 60,
  });
}

/**
 * Returns whether the error is the constraint that keeps closed accounts empty. Some engines name the constraint in the
 * text only.
 */
const isClosedAccount = (error: unknown) =>
  error instanceof DatabaseError &&
  (error.constraint === closedAccount || error.message.includes(`"${closedAccount}"`));

/** Returns whether the error's SQL state has the class "data exception" or "integrity constraint violation". */
const isDataError = (error: unknown) => /^2[23]/.test(sqlState(error) ?? '');

/**
 * Posts the entries of a failed batch one by one. An entry that the database cannot read, or that pays into a closed
 * account, fails its whole batch. Posted alone, such an entry fails only itself.
 */
async function postOneByOne(
  batch: JournalEntry[],
  error: unknown,
  post: (batch: JournalEntry[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  if (!isDataError(error)) throw error;
  const outcomes: Outcome[] = [];
  for (const entry of batch) {
    const toOutcome = (reason: unknown): Outcome[] => {
      if (isClosedAccount(reason)) return [{ outcome: 'account_closed' }];
      if (!isDataError(reason)) throw reason;
      return [{ outcome: 'malformed', verdict: String(reason) }];
    };
    outcomes.push(...(await post([entry]).catch(toOutcome)));
  }
  return outcomes;
}
