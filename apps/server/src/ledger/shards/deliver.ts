import type { Pool } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Shard } from '../open-shard.ts';
import { onwardOf, returnedHalf, secondHalf, type FirstHalf } from './halves.ts';
import { shardOfAccount, shardOfEntry } from './ids.ts';
import { assetOf, postingsOf, transitKind } from './transit.ts';

/**
 * Returns what posts the second half of an entry whose first half is committed. If the receiver's account is closed, it
 * takes the first half back. Each takes effect once, however often it is repeated; a closed account never opens again.
 */
export function deliveries(pools: readonly Pool[], shards: readonly Shard[]) {
  return async (first: FirstHalf): Promise<void> => {
    const from = shardOfEntry(first.id);
    const { account } = onwardOf(first);
    const to = shardOfAccount(account);
    const [here, there, poolHere, poolThere] = [shards[from], shards[to], pools[from], pools[to]];
    if (!here || !there || !poolHere || !poolThere) throw new Error(`there is no ledger ${from} or ${to}`);
    const transit = await there.houseId(transitKind(from, to), await assetOf(poolThere, account));
    try {
      await there.post(secondHalf(first, transit), {});
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'account_closed') throw error;
      const postings = await postingsOf(poolHere, first.id);
      if (postings.length === 0) throw new Error(`the first half ${first.id} is not visible yet`, { cause: error });
      await here.post(returnedHalf(first, postings, await here.drawsToReturn(first.id)), {});
    }
  };
}
