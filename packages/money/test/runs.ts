import type fc from 'fast-check';

/**
 * The number of runs of each property: 20,000 by default, or FLORIN_RUNS (`FLORIN_RUNS=10000000 npx vitest run
 * --project packages`). A failure prints its seed, and FLORIN_RANDOM_SEED repeats the failure.
 */
const { FLORIN_RUNS: count, FLORIN_RANDOM_SEED: seed } = process.env;

export const runs: Pick<fc.Parameters<unknown>, 'numRuns' | 'seed'> = {
  numRuns: Number(count ?? 20_000),
  ...(seed === undefined ? {} : { seed: Number(seed) }),
};

/** Ten million runs take minutes, longer than Vitest's timeout of five seconds. */
export const longForm = { timeout: 3_600_000 };
