import { Refusal } from '../../platform/refusal.ts';

/** Drawing takes a core and some memory each. */
const maxRunning = 2;
/** Beyond this a flood of pictures is turned away instead of growing a queue. */
const maxWaiting = 16;

let running = 0;
const waiting: (() => void)[] = [];

/** So many at once in this process, the others one after the other. Refusals: `busy`. */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting)
      throw new Refusal('busy', 'Many pictures are coming in right now. Please try again in a moment.', {
        retryAfterSeconds: 5,
      });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
