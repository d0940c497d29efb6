const { FLORIN_RUNS: wanted, FLORIN_RANDOM_SEED: givenSeed } = process.env;

/**
 * About how many entries a ledger test posts: ten thousand in the gate, as many as FLORIN_RUNS says in the long form
 * (`FLORIN_RUNS=1000000 npx vitest run --project server ledger`).
 */
const entries = Number(wanted ?? 10_000);

/** How many worlds make that many entries, at so many each. */
export const worldsOf = (entriesEach: number): number => Math.max(2, Math.ceil(entries / entriesEach));

/**
 * A failure prints its seed, and FLORIN_RANDOM_SEED repeats the run. Nothing is shrunk: the next world is built on the
 * database that the last one left.
 */
export const runsOf = (worlds: number) => ({
  numRuns: worlds,
  endOnFailure: true,
  ...(givenSeed === undefined ? {} : { seed: Number(givenSeed) }),
});

export const longForm = { timeout: 6 * 3_600_000 };
