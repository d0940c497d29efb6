import { Refusal } from './refusal.ts';

type Bounds = {
  readonly maxRunning: number;
  /** Beyond this a flood is turned away instead of growing a queue. */
  readonly maxWaiting: number;
  /** What is said to whoever is turned away. */
  readonly sentence: string;
  readonly retryAfterSeconds: number;
};

/**
 * A queue for work that takes a core or much memory: so many at once in this process, the others one after the other.
 * What it gives runs a piece of work in its turn. Refusals: `busy`.
 */
export function takeTurns({ maxRunning, maxWaiting, sentence, retryAfterSeconds }: Bounds) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < maxRunning) running += 1;
    else {
      if (waiting.length >= maxWaiting) throw new Refusal('busy', sentence, { retryAfterSeconds });
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      // The place is handed over, never free in between: whoever arrives just then would take it too.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
