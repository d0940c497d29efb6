import { Refusal } from './refusal.ts';

type Bounds = {
  readonly maxRunning: number;
  /** Beyond this a flood is turned away instead of growing a queue. */
  readonly maxWaiting: number;
  /** What is said to whoever is turned away. */
  readonly sentence: string;
  readonly retryAfterSeconds: number;
};

/** What somebody may have waiting at most, such as a network or an account. */
export type Share = { readonly of: string; readonly mostWaiting: number };

/**
 * A queue for work that takes a core or much memory: so many at once in this process, the others one after the other.
 * What it gives runs a piece of work in its turn. Whose share of the queue is full is turned away at once, and the others
 * are served. Refusals: `busy`, `too_many_requests`.
 */
export function takeTurns({ maxRunning, maxWaiting, sentence, retryAfterSeconds }: Bounds) {
  let running = 0;
  const waiting: { readonly begin: () => void; readonly shares: readonly Share[] }[] = [];
  const waitingOf = (of: string) => waiting.filter(({ shares }) => shares.some((share) => share.of === of)).length;

  return async <Result>(work: () => Promise<Result>, shares: readonly Share[] = []): Promise<Result> => {
    if (running < maxRunning) running += 1;
    else {
      if (shares.some(({ of, mostWaiting }) => waitingOf(of) >= mostWaiting))
        throw new Refusal('too_many_requests', shareSentence, { retryAfterSeconds });
      if (waiting.length >= maxWaiting) throw new Refusal('busy', sentence, { retryAfterSeconds });
      await new Promise<void>((begin) => waiting.push({ begin, shares }));
    }
    try {
      return await work();
    } finally {
      // The place is handed over, never free in between: whoever arrives just then would take it too.
      const next = waiting.shift();
      if (next) next.begin();
      else running -= 1;
    }
  };
}

const shareSentence = 'Too many attempts at the same time. Please wait a moment and try again.';
