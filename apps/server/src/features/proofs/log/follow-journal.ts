import type { Logger } from 'pino';
import { journalMoment, type JournalMoment } from '../../../ledger/index.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { gauge } from '../../../platform/metrics/registry.ts';
import { pace } from '../../../platform/pace.ts';
import { recurringJob } from '../../../platform/recurring-job.ts';
import { appendEntries, type NewEntry } from './append.ts';
import type { Log } from './log.ts';
import { lockHead, readHead } from './log-store.ts';
import { tileWidth } from './merkle.ts';
import { missingEntries } from './missing-entries.ts';
import { loggedAfter, readProgress, storeProgress, type Progress } from './progress-store.ts';

const everySeconds = 1;
/** While members' requests keep the process busy, the log follows at most this fast. It catches up afterwards. */
const busyPerSecond = 500;

const lag = gauge(
  'florin_log_lag_entries',
  'Entries that the last run found behind the log. Above 0 for long: it does not keep up',
);

export const scheduleLog = (log: Log & { readonly logger: Logger }) =>
  recurringJob(log, 'append-log', everySeconds, (signal) => followJournal(log, signal));

/** Appends the new entries of all ledgers to the log. A ledger that is down does not keep the others waiting. */
export async function followJournal(log: Log, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const [shard, ledger] of [log.pool, ...(log.ledgers ?? [])].entries())
    try {
      await followLedger(log, shard, ledger, signal);
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}

async function followLedger(log: Log, shard: number, ledger: Pool, signal?: AbortSignal): Promise<void> {
  const { pool } = log;
  // What was logged is read before the journal: if another node appends meanwhile, the size changes, and this run ends.
  const { size: sizeBefore } = await readHead(pool);
  const progress = await readProgress(pool, shard);
  const logged = await loggedAfter(pool, progress);
  const moment = await journalMoment(ledger);
  const isSettled = progress.mark !== undefined && moment.oldestRunning >= progress.mark.transaction;
  const wait = pace(busyPerSecond);
  let size: number | undefined = sizeBefore;
  for await (const { entries, isLast } of missingEntries(log, ledger, progress, logged)) {
    lag.set(entries.length);
    await wait(entries.length);
    if (signal?.aborted) return;
    const next = isLast ? nextProgress(progress, isSettled, moment, sizeBefore) : undefined;
    if (entries.length > 0 || (next && next !== progress)) size = await appendAt(log, size, { shard, entries, next });
    if (size === undefined) return;
  }
}

type Step = {
  readonly shard: number;
  readonly entries: readonly NewEntry[];
  readonly next: Progress | undefined;
};

/** Returns the new size. Undefined if another node appended meanwhile: then this run ends, and the next one reads again. */
const appendAt = ({ pool, keys }: Log, size: number, { shard, entries, next }: Step): Promise<number | undefined> =>
  transact(pool, async (tx) => {
    const head = await lockHead(tx);
    if (head.size !== size) return undefined;
    await appendEntries(tx, keys, entries);
    if (next) await storeProgress(tx, shard, next);
    return size + entries.length;
  });

/**
 * A number becomes settled in two runs: the first one notes the last number and the transactions that are running, a later
 * one finds that all these have ended, reads their entries, and settles it.
 */
function nextProgress(progress: Progress, isSettled: boolean, moment: JournalMoment, sizeBefore: number): Progress {
  // A mark from the future is of another database, from which this one was restored.
  const mark = progress.mark && progress.mark.transaction <= moment.nextTransaction ? progress.mark : undefined;
  if (mark && !isSettled) return progress;
  const base = mark ? { settled: mark.last, settledBundle: mark.bundle } : progress;
  if (moment.last <= base.settled) return mark ? { ...base, mark: undefined } : progress;
  return {
    ...base,
    mark: { last: moment.last, transaction: moment.nextTransaction, bundle: Math.floor(sizeBefore / tileWidth) },
  };
}
