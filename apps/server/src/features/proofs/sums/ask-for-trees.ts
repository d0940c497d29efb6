import path from 'node:path';
import { openThreadPool } from '../../../platform/threads/thread-pool.ts';
import { answerSums, type AskForTrees, type SumQuestion, type TreePart } from './sum-trees.ts';

/** The thread's file in the source and in the build. */
const file = new URL(`sums-thread${path.extname(import.meta.url)}`, import.meta.url);

/** Adding up this number of balances takes the time that a thread needs to start. */
const fewBalances = 5_000;
/** The time of a step: a thousand balances, or 16 tiles. Both take about 20 ms; under full load, many times longer. */
const maxStepMs = 60_000;

/**
 * Builds sum trees in a thread, so that requests of members do not wait for it. Only a few balances are added up here.
 * The thread ends with the work.
 */
export async function askForTrees<Result>(
  balances: number,
  work: (ask: AskForTrees) => Promise<Result>,
): Promise<Result> {
  if (balances <= fewBalances) return work(answerSums());
  const pool = openThreadPool<SumQuestion, TreePart | undefined>({ file, maxThreads: 1, maxStepMs, maxHeapMb: 256 });
  try {
    return await work(pool.begin().ask);
  } finally {
    await pool.close();
  }
}
