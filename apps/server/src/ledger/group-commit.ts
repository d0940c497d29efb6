import type { CommitMeter } from './commit-meter.ts';
import type { JournalEntry, Outcome } from './entry.ts';

/** More than this waiting means that commands arrive faster than the database commits: the next are turned away. */
const maxQueued = 20_000;

/** The database takes 4095; smaller batches keep the wait of each entry short. */
const maxBatch = 1_024;

type Waiting = {
  readonly entry: JournalEntry;
  readonly since: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
};

/** Thrown when the queue is full. */
export class QueueFull extends Error {}

/**
 * Entries that arrive while a batch is in flight form the next one: the more load, the larger the batches, and nobody
 * waits for a timer. One batch at a time: two at once halve each other and wait for each other's accounts, and were not
 * measured to be faster (bench/RESULTS.md).
 */
export function groupCommit(post: (batch: JournalEntry[]) => Promise<Outcome[]>, meter?: CommitMeter) {
  const queue: Waiting[] = [];
  let busy = false;

  const commitAll = async () => {
    while (queue.length > 0) await commit(post, queue.splice(0, maxBatch), meter);
    busy = false;
  };

  return {
    /** Resolves once the entry's batch is committed, or the entry refused. */
    post(entry: JournalEntry): Promise<Outcome> {
      if (queue.length >= maxQueued) return Promise.reject(new QueueFull('the ledger has too much to do'));
      return new Promise((resolve, reject) => {
        queue.push({ entry, since: performance.now(), resolve, reject });
        meter?.waits();
        if (busy) return;
        busy = true;
        setImmediate(() => void commitAll()); // what arrives in the same turn travels together
      });
    },
  };
}

async function commit(
  post: (batch: JournalEntry[]) => Promise<Outcome[]>,
  batch: readonly Waiting[],
  meter: CommitMeter | undefined,
) {
  const began = performance.now();
  meter?.begins(batch.map((one) => one.since));
  try {
    const outcomes = await post(batch.map((one) => one.entry));
    meter?.ends(began, outcomes);
    for (const [i, one] of batch.entries()) {
      const outcome = outcomes[i];
      if (outcome) one.resolve(outcome);
      else one.reject(new Error('an entry got no outcome'));
    }
  } catch (error) {
    meter?.fails();
    for (const one of batch) one.reject(error);
  }
}
