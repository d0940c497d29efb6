import type { Pool } from '../../platform/database/pool.ts';
import { sweepMoves } from './sweep-moves.ts';
import { sweepTransits, type SweepOptions, type TransitFinding } from './sweep-transits.ts';

/** Checks what no sweep of a single ledger sees: what ledgers paid each other, and the accounts that moved. */
export const sweepBetweenLedgers = async (
  pools: readonly Pool[],
  options?: SweepOptions,
): Promise<TransitFinding[]> => [...(await sweepTransits(pools, options)), ...(await sweepMoves(pools))];
