import type { Pool } from '../../platform/database/pool.ts';
import { houseOwner } from '../entry.ts';
import { mainShard, slotOf } from './ids.ts';

/** Knows the ledger of each member, as the main database says. */
export function slotMap(main: Pool) {
  let loaded: Promise<ReadonlyMap<number, number>> | undefined;
  const load = async () => {
    const { rows } = await main.query<{ slot: number; shard: number }>('select slot, shard from books.slots');
    return new Map(rows.map(({ slot, shard }) => [slot, shard]));
  };
  const current = () => {
    loaded ??= load();
    loaded.catch(() => (loaded = undefined));
    return loaded;
  };
  return {
    /** Returns the number of the member's ledger. */
    homeOf: async (owner: string): Promise<number> => (await current()).get(slotOf(owner)) ?? mainShard,

    /** Returns the map itself. The house has no home: it has accounts in each ledger. */
    async homes(): Promise<(owner: string) => number | undefined> {
      const map = await current();
      return (owner) => (owner === houseOwner ? undefined : (map.get(slotOf(owner)) ?? mainShard));
    },

    /** Reads the map again before its next use. */
    forget: () => void (loaded = undefined),
  };
}
