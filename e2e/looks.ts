import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What is found wrong after the window has changed, at the last of at most ten looks a tenth of a second apart: some things
 * follow the window a moment later. The looks are counted and not timed, so that a slow one decides nothing.
 */
export async function foundAtLast<Found>(
  look: () => Promise<Found>,
  isGood: (found: Found) => boolean,
): Promise<Found> {
  let found = await look();
  for (let more = 9; more > 0 && !isGood(found); more--) {
    await sleep(100);
    found = await look();
  }
  return found;
}

export const isEmpty = (found: readonly unknown[]) => found.length === 0;
export const isNotWider = (overflow: number) => overflow <= 0;
