import type { Logger } from 'pino';
import { journalMoment, type JournalMoment } from '../../../ledger/index.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { gauge } from '../../../platform/metrics/registry.ts';
import { busyMeanwhile, pace, type Pace } from '../../../platform/pace.ts';
import { recurringJob } from '../../../platform/recurring-job.ts';
import { appendEntries, type NewEntry } from './append.ts';
import type { Log } from './log.ts';
import { lockHead, readHead } from './log-store.ts';
import { tileWidth } from './merkle.ts';
import { missingEntries } from './missing-entries.ts';
import { loggedAfter, readProgress, storeProgress, type Progress } from './progress-store.ts';

const everySeconds = 1;
/**
 * The maximum number of entries that the log takes per second while members' requests keep the process busy. The log
 * catches up afterwards.
 */
const busyPerSecond = 150;
/** The look is long enough that one garbage collection does not count as requests. */
const whileBusy = busyMeanwhile({ lookMs: 20, share: 0.5 });

const lag = gauge(
  'florin_log_lag_entries',
  'Entries that the last run found behind the log. Above 0 for long: it does not keep up',
);

export const scheduleLog = (log: Log & { readonly logger: Logger }) =>
  recurringJob(log, 'append-log', everySeconds, (signal) => followJournal(log, signal));

/**
 * A run over all ledgers. The size is undefined once another node has appended. This run then ends, and the next run
 * reads again.
 */
type Run = { readonly wait: Pace; size: number | undefined; found: number };

/**
 * Appends the new entries of all ledgers to the log, a page of each in turn. A ledger that is down or far behind does
 * not delay the other ledgers.
 */
export async function followJournal(log: Log, signal?: AbortSignal): Promise<void> {
  // The log's size is read before the journals: if another node appends meanwhile, the size changes.
  const { size } = await readHead(log.pool);
  const run: Run = { wait: pace(busyPerSecond, whileBusy), size, found: 0 };
  const failures: unknown[] = [];
  let open = [log.pool, ...(log.ledgers ?? [])].map((ledger, shard) =>
    followLedger(log, run, { ledger, shard, signal }),
  );
  while (open.length > 0) {
    const unfinished: typeof open = [];
    for (const pages of open)
      try {
        if (!(await pages.next()).done) unfinished.push(pages);
      } catch (error) {
        failures.push(error);
      }
    open = unfinished;
  }
  if (failures.length > 0) throw failures[0];
}

type Followed = { readonly ledger: Pool; readonly shard: number; readonly signal: AbortSignal | undefined };

/**
 * Appends the entries that the ledger has at the start of the run. Later entries wait for the next run, so each run
 * ends.
 */
async function* followLedger(log: Log, run: Run, { ledger, shard, signal }: Followed): AsyncGenerator<undefined> {
  const { pool } = log;
  const { size: sizeBefore } = run;
  if (sizeBefore === undefined) return;
  const progress = await readProgress(pool, shard);
  const logged = await loggedAfter(pool, progress);
  const moment = await journalMoment(ledger);
  const isSettled = progress.mark !== undefined && moment.oldestRunning >= progress.mark.transaction;
  for await (const { entries, last, isLast } of missingEntries(log, ledger, progress, logged)) {
    run.found += entries.length;
    lag.set(run.found);
    await run.wait(entries.length);
    if (signal?.aborted || run.size === undefined) return;
    const isEnd = isLast || last >= moment.last;
    const next = isEnd ? nextProgress(progress, isSettled, moment, sizeBefore) : undefined;
    if (entries.length > 0 || (next && next !== progress))
      run.size = await appendAt(log, run.size, { shard, entries, next });
    if (isEnd) return;
    yield;
  }
}

type Step = {
  readonly shard: number;
  readonly entries: readonly NewEntry[];
  readonly next: Progress | undefined;
};

/** Returns the new size. Undefined if another node appended meanwhile. */
const appendAt = ({ pool, keys }: Log, size: number, { shard, entries, next }: Step): Promise<number | undefined> =>
  transact(pool, async (tx) => {
    const head = await lockHead(tx);
    if (head.size !== size) return undefined;
    await appendEntries(tx, keys, entries);
    if (next) await storeProgress(tx, shard, next);
    return size + entries.length;
  });

/**
 * A number becomes settled in two runs. The first run records the last number and the running transactions. A later run
 * finds that all these transactions have ended, reads their entries, and settles the number.
 */
function nextProgress(progress: Progress, isSettled: boolean, moment: JournalMoment, sizeBefore: number): Progress {
  // A mark from the future belongs to an earlier database, from which this database was restored.
  const mark = progress.mark && progress.mark.transaction <= moment.nextTransaction ? progress.mark : undefined;
  if (mark && !isSettled) return progress;
  const base = mark ? { settled: mark.last, settledBundle: mark.bundle } : progress;
  if (moment.last <= base.settled) return mark ? { ...base, mark: undefined } : progress;
  return {
    ...base,
    mark: { last: moment.last, transaction: moment.nextTransaction, bundle: Math.floor(sizeBefore / tileWidth) },
  };
}
