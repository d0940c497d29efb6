import { hash } from 'node:crypto';

/** Returns the next number from 0 (included) to 1 (excluded). */
export type Random = () => number;

/**
 * Returns a pseudo-random sequence that is the same for the same seed: mulberry32, seeded with a digest of the text.
 */
export function randomFrom(seed: string): Random {
  let state = Number.parseInt(hash('sha256', seed).slice(0, 8), 16);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
