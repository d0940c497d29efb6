import { counter, countBuckets, gauge, histogram, secondsBuckets } from '../platform/metrics/registry.ts';
import type { Outcome } from './entry.ts';

const commits = counter('florin_ledger_commits_total', 'Batches that were committed');
const failures = counter('florin_ledger_batch_failures_total', 'Batches that failed as a whole, after all retries');
const batchEntries = histogram('florin_ledger_batch_entries', 'Entries per batch', countBuckets);
const batchSeconds = histogram(
  'florin_ledger_batch_duration_seconds',
  'From handing a batch to the database until it is committed, retries included',
  secondsBuckets,
);
const queue = gauge('florin_ledger_queue_entries', 'Entries that wait for the next batch');
const wait = histogram(
  'florin_ledger_queue_wait_seconds',
  'From the arrival of an entry until its batch is handed to the database',
  secondsBuckets,
);
const outcomes = counter('florin_ledger_entries_total', 'Entries processed by the ledger, by outcome and way', [
  'outcome',
  'way',
]);
// Starts these counters at zero, so that alerts see the first increase.
for (const outcome of ['posted', 'malformed'] satisfies Outcome['outcome'][])
  for (const way of ['batch', 'within']) outcomes.inc({ outcome, way }, 0);

/** Records the metrics of the group commit. */
export type CommitMeter = typeof commitMeter;

export const commitMeter = {
  /** Records an entry that joins the queue. */
  queued: () => queue.inc(),

  /** Records the start of a batch. `since` has the arrival time of each entry (`performance.now()`). */
  started(since: readonly number[]) {
    const now = performance.now();
    queue.dec(since.length);
    batchEntries.observe(since.length);
    for (const at of since) wait.observe((now - at) / 1_000);
  },

  /** Records a committed batch. */
  committed(startedAt: number, decided: readonly Outcome[]) {
    commits.inc();
    batchSeconds.observe((performance.now() - startedAt) / 1_000);
    const counts = new Map<string, number>();
    for (const { outcome } of decided) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    for (const [outcome, count] of counts) outcomes.inc({ outcome, way: 'batch' }, count);
  },

  /** Records a batch that failed as a whole. */
  failed: () => failures.inc(),
};

/** Counts the outcome of an entry within a command's own transaction, which may still be rolled back. */
export const meterWithin = ({ outcome }: Outcome) => outcomes.inc({ outcome, way: 'within' });
