import type { PoolClient } from 'pg';
import { transact } from '../../../platform/database/transact.ts';
import { assertNoneBetween, holdMoves } from '../../../ledger/index.ts';
import { appendEntries } from '../log/append.ts';
import { ledgersOf, type Log } from '../log/log.ts';
import { lockHead, readHead } from '../log/log-store.ts';
import { missingEntries } from '../log/missing-entries.ts';
import { loggedAfter, readProgress } from '../log/progress-store.ts';

export type Snapshot = {
  /** The transactions in which each ledger is visible as of one moment. */
  readonly ledgers: readonly PoolClient[];
  /** The size of the log, which then has exactly the entries of the snapshot. */
  readonly size: number;
};

/**
 * Runs the work on a snapshot of all ledgers whose entries are the first `size` entries of the log. At the start of the
 * snapshot, the log is locked, and the snapshot's missing entries are appended to it. No member moves meanwhile,
 * because a member in a move would have a balance in no ledger or in two. Throws while an interrupted move waits.
 */
export async function withSnapshot<Result>(log: Log, work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
  const ledgers: PoolClient[] = [];
  let failure: Error | undefined;
  try {
    for (const ledger of ledgersOf(log)) ledgers.push(await ledger.connect());
    for (const client of ledgers) await client.query('begin isolation level repeatable read read only');
    const size = await transact(log.pool, async (tx) => {
      await holdMoves(tx);
      await lockHead(tx);
      for (const [shard, ledger] of ledgers.entries()) {
        // The transaction's first statement takes its snapshot.
        const progress = await readProgress(tx, shard);
        const logged = await loggedAfter(tx, progress);
        for await (const { entries } of missingEntries(log, ledger, progress, logged))
          await appendEntries(tx, log.keys, entries);
      }
      await assertNoneBetween(tx, ledgers);
      return (await readHead(tx)).size;
    });
    return await work({ ledgers, size });
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    for (const client of ledgers) {
      await client.query('rollback').catch((broken: Error) => (failure ??= broken));
      client.release(failure);
    }
  }
}
