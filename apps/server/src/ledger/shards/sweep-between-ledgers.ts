import type { Pool } from '../../platform/database/pool.ts';
import { sweepSeenEntries } from './seen-entries.ts';
import { sweepMoves } from './sweep-moves.ts';
import { sweepTransits, type SweepOptions, type TransitFinding } from './sweep-transits.ts';

/**
 * Checks the facts that the sweep of a single ledger cannot see: payments between ledgers, moved accounts, and ledgers
 * that are older than the main database. Throws if a ledger is down and nothing is wrong in the others.
 */
export async function sweepBetweenLedgers(pools: readonly Pool[], options?: SweepOptions): Promise<TransitFinding[]> {
  const sweeps = await Promise.allSettled([sweepTransits(pools, options), sweepMoves(pools), sweepSeenEntries(pools)]);
  const findings = sweeps.flatMap((sweep) => (sweep.status === 'fulfilled' ? sweep.value : []));
  const failed = sweeps.find((sweep) => sweep.status === 'rejected');
  if (failed && findings.length === 0) throw failed.reason;
  return findings;
}
