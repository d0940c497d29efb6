import type { Pool } from '../platform/database/pool.ts';
import { openShard, type Shard } from './open-shard.ts';
import { joinShards } from './shards/join-shards.ts';

/** All operations on money, the same for one database and for several. */
export type Ledger = Shard;

/**
 * The only way to write money: all entries go through `post`.
 *
 * @param others the databases of further ledgers, by their numbers from 1 on. Each member's money is in a further
 * ledger or in the main one (docs/develop/ledger.md)
 */
export function openLedger(pool: Pool, others: readonly Pool[] = [], open = openShard): Ledger {
  return others.length === 0 ? open(pool) : joinShards(pool, others, open);
}
