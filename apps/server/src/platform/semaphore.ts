import { Refusal } from './refusal.ts';

type Bounds = {
  readonly maxRunning: number;
  /** The queue's length. Further work is rejected. */
  readonly maxWaiting: number;
  /** The error message for rejected work. */
  readonly sentence: string;
  readonly retryAfterSeconds: number;
};

/** A limit on how many tasks may wait for one owner, such as a network or an account. */
export type Share = { readonly of: string; readonly maxWaiting: number };

/**
 * Returns a semaphore with a bounded queue, for work that takes a core or much memory. At most `maxRunning` tasks run at
 * once in this process; the others wait in order. A task is rejected if the queue or one of its shares is full.
 * Refusals: `busy`, `too_many_requests`.
 */
export function semaphore({ maxRunning, maxWaiting, sentence, retryAfterSeconds }: Bounds) {
  let running = 0;
  const waiting: { readonly begin: () => void; readonly shares: readonly Share[] }[] = [];
  const waitingOf = (of: string) => waiting.filter(({ shares }) => shares.some((share) => share.of === of)).length;

  return async <Result>(work: () => Promise<Result>, shares: readonly Share[] = []): Promise<Result> => {
    if (running < maxRunning) running += 1;
    else {
      if (shares.some(({ of, maxWaiting }) => waitingOf(of) >= maxWaiting))
        throw new Refusal('too_many_requests', shareSentence, { retryAfterSeconds });
      if (waiting.length >= maxWaiting) throw new Refusal('busy', sentence, { retryAfterSeconds });
      await new Promise<void>((begin) => waiting.push({ begin, shares }));
    }
    try {
      return await work();
    } finally {
      // Passes the slot on directly: if the slot were free in between, a task that arrives now would take it, too.
      const next = waiting.shift();
      if (next) next.begin();
      else running -= 1;
    }
  };
}

const shareSentence = 'Too many attempts at the same time. Please wait a moment and try again.';
