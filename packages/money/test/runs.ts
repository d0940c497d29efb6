import type fc from 'fast-check';

/**
 * How often a property is tried: some ten thousand times in the gate, as often as FLORIN_RUNS says in the long form
 * (`FLORIN_RUNS=10000000 npx vitest run --project packages`). A failure prints its seed; FLORIN_RANDOM_SEED repeats it.
 */
const { FLORIN_RUNS: wanted, FLORIN_RANDOM_SEED: seed } = process.env;

export const runs: Pick<fc.Parameters<unknown>, 'numRuns' | 'seed'> = {
  numRuns: Number(wanted ?? 20_000),
  ...(seed === undefined ? {} : { seed: Number(seed) }),
};

/** Ten million runs take minutes, not the runner's five seconds. */
export const longForm = { timeout: 3_600_000 };
