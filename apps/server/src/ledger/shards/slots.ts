import type { Pool } from '../../platform/database/pool.ts';
import { houseOwner } from '../entry.ts';
import { mainShard, slotOf } from './ids.ts';

export type Homes = (owner: string) => number | undefined;

/** Knows the ledger of each member, as the main database says: that of their slot, unless they have yet to move there. */
export function slotMap(main: Pool) {
  let loaded: Promise<Homes> | undefined;
  const current = () => {
    if (loaded) return loaded;
    const loading = load(main);
    loaded = loading;
    loading.catch(() => {
      if (loaded === loading) loaded = undefined;
    });
    return loading;
  };
  return {
    /** Returns the number of the member's ledger. What the house does without a member is in the main one. */
    homeOf: async (owner: string): Promise<number> => (await current())(owner) ?? mainShard,

    /** Returns the map itself. The house has no home: it has accounts in each ledger. */
    homes: current,

    /** Reads the map again before its next use. */
    forget: () => void (loaded = undefined),
  };
}

async function load(main: Pool): Promise<Homes> {
  const { rows } = await main.query<{ name: string; shard: number }>(
    'select slot::text as name, shard from books.slots union all select owner::text, shard from books.homes',
  );
  const map = new Map(rows.map(({ name, shard }) => [name, shard]));
  return (owner) => (owner === houseOwner ? undefined : (map.get(owner) ?? map.get(`${slotOf(owner)}`) ?? mainShard));
}
