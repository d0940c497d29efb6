import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isCharged } from '../funding/index.ts';
import type { Markets, PricedCoin } from '../markets/index.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly markets: Markets };

/**
 * The coin at a price that may be traded on. Whoever repeats a command is told what became of the first, also while
 * trading is paused: "paused" would read as "not done". Refusals: `coin_not_found`, `trading_paused`.
 */
export async function tradableCoin(dependencies: Dependencies, command: Command, symbol: string): Promise<PricedCoin> {
  const { markets } = dependencies;
  try {
    return markets.tradable(symbol);
  } catch (error) {
    const isPaused = error instanceof Refusal && error.code === 'trading_paused';
    if (isPaused && (await wasDone(dependencies, command))) return markets.get(symbol);
    throw error;
  }
}

/** The command was posted, or what pays for it was charged: a retry is told what became of it. */
export const wasDone = async ({ pool, ledger }: Omit<Dependencies, 'markets'>, { key }: Command): Promise<boolean> =>
  (await ledger.hasEntry(key)) || (await isCharged(pool, key));
