import type { PoolClient } from 'pg';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { takePart } from '../../platform/database/transact.ts';
import { mainShard } from './ids.ts';
import { beginTogether } from './prepared.ts';
import { unknownShard } from './unknown-shard.ts';

/** A participant in the end of a transaction that does nothing at any step. */
export const nothing = {
  prepare: async () => undefined,
  commit: async () => undefined,
  rollback: async () => undefined,
  leave: () => undefined,
};

/**
 * Knows in which further ledgers each transaction of the main ledger has begun.
 *
 * @param refused gets the error of a ledger in which no transaction could begin
 */
export function joinedTransactions(pools: readonly Pool[], refused: (error: unknown) => Promise<never>) {
  const joined = new WeakMap<Queryable, Map<number, Promise<PoolClient>>>();

  /** Returns the transaction itself, or a transaction in another ledger that ends in the same way. */
  async function within(tx: Queryable, shard: number): Promise<Queryable> {
    if (shard === mainShard) return tx;
    const opened = joined.get(tx) ?? new Map<number, Promise<PoolClient>>();
    joined.set(tx, opened);
    const known = opened.get(shard);
    if (known) return known;
    const opening = beginTogether(tx, pools[shard] ?? unknownShard(shard)).catch(refused);
    opened.set(shard, opening);
    takePart(tx, {
      ...nothing,
      commit: async () => joined.delete(tx),
      rollback: async () => joined.delete(tx),
      leave: () => void joined.delete(tx),
    });
    return opening;
  }

  /**
   * Returns the ledgers as the transaction sees them: through itself, through its parts in other ledgers, or else
   * through the database.
   */
  async function seenIn(tx: Queryable): Promise<readonly Queryable[]> {
    const partOf = async (pool: Pool, shard: number): Promise<Queryable> =>
      joined
        .get(tx)
        ?.get(shard)
        ?.catch(() => pool) ?? pool;
    return (await Promise.all(pools.map(partOf))).with(mainShard, tx);
  }

  return { within, seenIn };
}
