import type { Pool } from '../../platform/database/pool.ts';
import type { Shard } from '../open-shard.ts';
import { deliveries } from './deliver.ts';
import { markArrived, sentSinceMark, type Sent } from './transit.ts';

const atOnce = 500;

/**
 * Posts the second half of every entry that has none, in all ledgers, and marks up to where none is missing. Continues
 * with the others where one fails, and returns the errors.
 */
export async function finishTransits(pools: readonly Pool[], shards: readonly Shard[]): Promise<unknown[]> {
  const deliver = deliveries(pools, shards);
  const errors: unknown[] = [];
  for (const [shard, pool] of pools.entries()) {
    for (let isMore = true; isMore;) {
      const sent = await sentSinceMark(pool, shard, atOnce);
      const results = await Promise.allSettled(sent.map(deliver));
      const failed = new Set(sent.filter((_, i) => results[i]?.status === 'rejected'));
      await markArrived(pool, beforeFirst(sent, failed));
      errors.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])));
      isMore = sent.length === atOnce && failed.size === 0;
    }
  }
  return errors;
}

/** Returns what each lane shows before its first failure. */
function beforeFirst(sent: readonly Sent[], failed: ReadonlySet<Sent>): Sent[] {
  const stopped = new Set<bigint>();
  return sent.filter((one) => {
    if (failed.has(one)) stopped.add(one.lane);
    return !stopped.has(one.lane);
  });
}
