import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats a check until it passes, at most ten times at intervals of 100 ms, because some elements follow a window
 * resize a moment later. Returns the last result. Counts attempts instead of time, so a slow machine does not change
 * the result.
 */
export async function retryUntil<Found>(
  check: () => Promise<Found>,
  isGood: (found: Found) => boolean,
): Promise<Found> {
  let found = await check();
  for (let more = 9; more > 0 && !isGood(found); more--) {
    await sleep(100);
    found = await check();
  }
  return found;
}

export const isEmpty = (found: readonly unknown[]) => found.length === 0;
export const isNotWider = (overflow: number) => overflow <= 0;
