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
const queue = gauge('florin_ledger_queue_entries', 'Entries that wait for the batch before theirs to be committed');
const wait = histogram(
  'florin_ledger_queue_wait_seconds',
  'From the arrival of an entry until its batch is handed to the database',
  secondsBuckets,
);
const outcomes = counter('florin_ledger_entries_total', 'Entries that the ledger has decided, by outcome and way', [
  'outcome',
  'way',
]);
// The alerts about them see a step from zero; what appears with its first one has none.
for (const outcome of ['posted', 'malformed'] satisfies Outcome['outcome'][])
  for (const way of ['batch', 'within']) outcomes.inc({ outcome, way }, 0);

/** What the group commit tells of itself. */
export type CommitMeter = typeof commitMeter;

export const commitMeter = {
  /** An entry has come to wait. */
  waits: () => queue.inc(),

  /** A batch is handed over, whose entries have waited since then (`performance.now()`). */
  begins(since: readonly number[]) {
    const now = performance.now();
    queue.dec(since.length);
    batchEntries.observe(since.length);
    for (const at of since) wait.observe((now - at) / 1_000);
  },

  /** It is committed. */
  ends(beganAt: number, decided: readonly Outcome[]) {
    commits.inc();
    batchSeconds.observe((performance.now() - beganAt) / 1_000);
    const counts = new Map<string, number>();
    for (const { outcome } of decided) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    for (const [outcome, count] of counts) outcomes.inc({ outcome, way: 'batch' }, count);
  },

  /** It has failed as a whole. */
  fails: () => failures.inc(),
};

/** Counts what was decided about an entry within the transaction of a command, which may still be rolled back. */
export const meterWithin = ({ outcome }: Outcome) => outcomes.inc({ outcome, way: 'within' });
