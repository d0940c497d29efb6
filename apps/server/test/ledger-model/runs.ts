const { FLORIN_RUNS: wanted, FLORIN_RANDOM_SEED: givenSeed } = process.env;

/**
 * Approximate number of entries that a ledger test posts: 10,000 by default, or FLORIN_RUNS in the long form
 * (`FLORIN_RUNS=1000000 npx vitest run --project server ledger`).
 */
const entries = Number(wanted ?? 10_000);

/** Returns how many worlds make that many entries, with `entriesEach` per world. */
export const worldsOf = (entriesEach: number): number => Math.max(2, Math.ceil(entries / entriesEach));

/**
 * A failure prints its seed, and FLORIN_RANDOM_SEED repeats the run. Failures are not shrunk, because each world builds
 * on the database of the previous one.
 */
export const runsOf = (worlds: number) => ({
  numRuns: worlds,
  endOnFailure: true,
  ...(givenSeed === undefined ? {} : { seed: Number(givenSeed) }),
});

export const longForm = { timeout: 6 * 3_600_000 };
