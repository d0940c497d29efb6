import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isCharged } from '../funding/index.ts';
import type { Member } from '../identity/index.ts';
import type { Markets, PricedCoin } from '../markets/index.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly markets: Markets };

/**
 * Returns the coin at a tradable price. While trading is paused, a repeated command still gets its first answer,
 * because an error would look like "not done". Errors: `coin_not_found`, `trading_paused`.
 */
export async function tradableCoin(
  dependencies: Dependencies,
  member: Pick<Member, 'id'>,
  command: Command,
  symbol: string,
): Promise<PricedCoin> {
  const { markets } = dependencies;
  try {
    return markets.tradable(symbol);
  } catch (error) {
    const isPaused = error instanceof Refusal && error.code === 'trading_paused';
    if (isPaused && (await wasDone(dependencies, member, command))) return markets.get(symbol);
    throw error;
  }
}

/** Returns true if the command was posted or its charge has started, so that a retry gets the first answer. */
export const wasDone = async (
  { pool, ledger }: Omit<Dependencies, 'markets'>,
  { id }: Pick<Member, 'id'>,
  { key }: Command,
): Promise<boolean> => (await ledger.hasEntry(id, key)) || (await isCharged(pool, key));
