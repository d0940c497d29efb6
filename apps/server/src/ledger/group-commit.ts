import type { CommitMeter } from './commit-meter.ts';
import type { JournalEntry, Outcome } from './entry.ts';

/** Maximum of queued entries. If commands arrive faster than the database commits, further entries are rejected. */
const maxQueued = 20_000;

/** Maximum of entries per batch. The database accepts 4,095; smaller batches keep the wait of each entry short. */
const maxBatch = 1_024;

type QueuedEntry = {
  readonly entry: JournalEntry;
  readonly queuedAt: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
};

/** Thrown when the queue is full. */
export class QueueFull extends Error {}

/** Maximum of batches in flight: one in progress and one that the database can start next. */
const maxInFlight = 2;

/**
 * Commits entries in groups. Entries that arrive while a batch is in flight form the next batch, so batches grow with
 * the load and no entry waits for a timer. The next batch is submitted when it has half the size of the batch in
 * flight, or when the batch in flight finishes. So the database does not wait for this process between batches. `post`
 * must run its batches in order: concurrent batches would wait for each other's accounts
 * (docs/decisions/0034-pipelined-batches.md).
 */
export function groupCommit(post: (batch: JournalEntry[]) => Promise<Outcome[]>, meter?: CommitMeter) {
  const queue: QueuedEntry[] = [];
  const inFlight: (readonly QueuedEntry[])[] = [];
  let submitScheduled = false;

  const submitBatches = () => {
    submitScheduled = false;
    while (canSubmit()) {
      const batch = queue.splice(0, maxBatch);
      inFlight.push(batch);
      void commit(post, batch, meter).finally(() => {
        inFlight.splice(inFlight.indexOf(batch), 1);
        submitBatches();
      });
    }
  };
  const canSubmit = () =>
    queue.length > 0 && inFlight.length < maxInFlight && queue.length * 2 >= (inFlight[0]?.length ?? 0);

  return {
    /** Resolves once the entry's batch is committed or the entry is rejected. Rejects with `QueueFull`. */
    post(entry: JournalEntry): Promise<Outcome> {
      if (queue.length >= maxQueued) return Promise.reject(new QueueFull('the ledger queue is full'));
      return new Promise((resolve, reject) => {
        queue.push({ entry, queuedAt: performance.now(), resolve, reject });
        meter?.queued();
        if (submitScheduled) return;
        submitScheduled = true;
        setImmediate(submitBatches); // one batch for the entries of one event-loop turn
      });
    },
  };
}

async function commit(
  post: (batch: JournalEntry[]) => Promise<Outcome[]>,
  batch: readonly QueuedEntry[],
  meter: CommitMeter | undefined,
) {
  const began = performance.now();
  meter?.started(batch.map((one) => one.queuedAt));
  try {
    const outcomes = await post(batch.map((one) => one.entry));
    meter?.committed(began, outcomes);
    for (const [i, one] of batch.entries()) {
      const outcome = outcomes[i];
      if (outcome) one.resolve(outcome);
      else one.reject(new Error('an entry got no outcome'));
    }
  } catch (error) {
    meter?.failed();
    for (const one of batch) one.reject(error);
  }
}
