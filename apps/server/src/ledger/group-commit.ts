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

/** The database has at most one batch to go on with while it is at another. */
const maxUnderWay = 2;

/**
 * Entries that arrive while a batch is under way form the next one: the more load, the larger the batches, and nobody
 * waits for a timer. The next is handed over when it is half as large as the one under way, so that the database need not
 * wait for this process between two, and else when that one is done. `post` is to run what it is given in order: batches
 * that run at once halve each other and wait for each other's accounts (docs/decisions/0034-pipelined-batches.md).
 */
export function groupCommit(post: (batch: JournalEntry[]) => Promise<Outcome[]>, meter?: CommitMeter) {
  const queue: Waiting[] = [];
  const underWay: (readonly Waiting[])[] = [];
  let turnEnds = false;

  const handOver = () => {
    turnEnds = false;
    while (mayHandOver()) {
      const batch = queue.splice(0, maxBatch);
      underWay.push(batch);
      void commit(post, batch, meter).finally(() => {
        underWay.splice(underWay.indexOf(batch), 1);
        handOver();
      });
    }
  };
  const mayHandOver = () =>
    queue.length > 0 && underWay.length < maxUnderWay && queue.length * 2 >= (underWay[0]?.length ?? 0);

  return {
    /** Resolves once the entry's batch is committed, or the entry refused. */
    post(entry: JournalEntry): Promise<Outcome> {
      if (queue.length >= maxQueued) return Promise.reject(new QueueFull('the ledger has too much to do'));
      return new Promise((resolve, reject) => {
        queue.push({ entry, since: performance.now(), resolve, reject });
        meter?.waits();
        if (turnEnds) return;
        turnEnds = true;
        setImmediate(handOver); // what arrives in the same turn travels together
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
