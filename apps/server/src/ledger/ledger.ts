import { DatabaseError } from 'pg';
import { Refusal } from '../platform/refusal.ts';
import { pipeline } from '../platform/database/pipeline.ts';
import type { Pool, Queryable } from '../platform/database/pool.ts';
import { sqlState, transact, withRetry } from '../platform/database/transact.ts';
import { accountDirectory } from './accounts.ts';
import { drawReader } from './draws-to-return.ts';
import { balanceReader } from './balances.ts';
import { commitMeter, meterWithin } from './commit-meter.ts';
import type { JournalEntry, Outcome } from './entry.ts';
import { groupCommit, QueueFull } from './group-commit.ts';
import { lanes, postBatch } from './post-batch.ts';
import { accountClosed, standingOrRefusal, type RefusalSentences, type Standing } from './post-or-refuse.ts';

export type Ledger = ReturnType<typeof openLedger>;

const closed = 'FL001';
const closedAccount = 'closed_accounts_are_empty';

/** The one way to write money. Everything goes through `post`; nothing in here knows why money moves. */
export function openLedger(pool: Pool) {
  // Each process posts to a lane of its own as far as there are any; sharing one only costs waiting.
  const lane = Math.floor(Math.random() * lanes);
  const batches = pipeline(pool);
  const post = (batch: JournalEntry[]) => withRetry(() => postBatch(batches, batch, lane));
  const commits = groupCommit((batch) => post(batch).catch((error: unknown) => apart(batch, error, post)), commitMeter);
  return {
    ...accountDirectory(pool),
    balancesOf: balanceReader(pool),
    drawsToReturn: drawReader(pool),

    /** Whether an entry stands under this key. */
    async hasEntry(key: string): Promise<boolean> {
      const { rows } = await pool.query({
        name: 'has-entry',
        text: 'select from books.entries where key = $1',
        values: [key],
      });
      return rows.length > 0;
    },

    /**
     * Posts an entry, or refuses. Refusals: `idempotency_key_reused`, `account_closed`, the command's own for too little money or too small
     * an allowance, `ledger_read_only` while the sweep's finding is unresolved, `busy` when too much waits already.
     */
    async post(entry: JournalEntry, sentences: RefusalSentences): Promise<Standing> {
      return standingOrRefusal(pool, entry, await outcomeOf(entry), sentences);
    },

    /**
     * Posts entries in one transaction, each as if those before it had been posted: all of them or, where one is refused,
     * none. Their accounts are locked at once, so that nothing waits in a circle. Refusals: as `post`, by each one's
     * sentences.
     */
    postTogether(all: readonly { entry: JournalEntry; sentences: RefusalSentences }[]): Promise<Standing[]> {
      return transact(pool, async (tx) => {
        const entries = all.map(({ entry }) => entry);
        const outcomes = await postBatch(tx, entries, lane).catch(refuseIfClosed);
        const standings: Standing[] = [];
        for (const [i, { entry, sentences }] of all.entries()) {
          const outcome = outcomes[i];
          if (!outcome) throw new Error('an entry got no outcome');
          meterWithin(outcome);
          standings.push(await standingOrRefusal(tx, entry, outcome, sentences));
        }
        return standings;
      });
    },

    /**
     * The same within the caller's own transaction, which must be READ COMMITTED and run again when the database asks
     * (`transact`): the entry stands if it commits. Its accounts stay locked until then, so that whatever else is to be
     * locked was locked before, and nothing slow comes after.
     */
    async postWithin(tx: Queryable, entry: JournalEntry, sentences: RefusalSentences): Promise<Standing> {
      const [outcome] = await postBatch(tx, [entry], lane).catch(refuseIfClosed);
      if (!outcome) throw new Error('an entry got no outcome');
      meterWithin(outcome);
      return standingOrRefusal(tx, entry, outcome, sentences);
    },
  };

  async function outcomeOf(entry: JournalEntry): Promise<Outcome> {
    try {
      return await commits.post(entry);
    } catch (error) {
      if (error instanceof QueueFull)
        throw new Refusal('busy', 'Florin is very busy right now. Please try again in a moment.', {
          retryAfterSeconds: 1,
        });
      return refuseIfClosed(error);
    }
  }
}

function refuseIfClosed(error: unknown): never {
  if (isClosedAccount(error)) throw accountClosed();
  if (sqlState(error) !== closed) throw error;
  throw new Refusal('ledger_read_only', 'Money cannot be moved right now. We are looking into it.', {
    retryAfterSeconds: 60,
  });
}

/** Money was to reach somebody who had just left: the table itself says no. */
const isClosedAccount = (error: unknown) => error instanceof DatabaseError && error.constraint === closedAccount;

/** SQL states of the classes "data exception" and "integrity constraint violation". */
const isDataError = (error: unknown) => /^2[23]/.test(sqlState(error) ?? '');

/**
 * An entry that the database cannot even read, or that would put money into a closed account, fails the call it is in:
 * posted one by one, it fails alone.
 */
async function apart(
  batch: JournalEntry[],
  error: unknown,
  post: (batch: JournalEntry[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  if (!isDataError(error)) throw error;
  const outcomes: Outcome[] = [];
  for (const entry of batch) {
    const ofItsOwn = (reason: unknown): Outcome[] => {
      if (isClosedAccount(reason)) return [{ outcome: 'account_closed' }];
      if (!isDataError(reason)) throw reason;
      return [{ outcome: 'malformed', verdict: String(reason) }];
    };
    outcomes.push(...(await post([entry]).catch(ofItsOwn)));
  }
  return outcomes;
}
