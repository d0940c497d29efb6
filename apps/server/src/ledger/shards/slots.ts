import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { houseOwner } from '../entry.ts';
import { mainShard, slotOf } from './ids.ts';

export type Homes = (owner: string) => number | undefined;

/**
 * Knows the ledger of each member according to the main database: the ledger of their slot, unless they have yet to
 * move there.
 */
export function slotMap(main: Pool) {
  let loaded: Promise<ReadonlyMap<string, number>> | undefined;
  const current = (database: Queryable = main) => {
    if (loaded) return loaded;
    const loading = load(database);
    loaded = loading;
    loading.catch(() => {
      if (loaded === loading) loaded = undefined;
    });
    return loading;
  };
  /** Other calls may use the former map meanwhile, so that their transactions do not wait for this query. */
  const renewed = async () => {
    const loading = load(main);
    const map = await loading;
    loaded = loading;
    return map;
  };
  return {
    // A transaction reads the map through its own connection, because all transactions could wait for each other's
    // connections.

    /** Returns the number of the member's ledger. Entries of the house without a member are in the main ledger. */
    homeOf: async (owner: string, database?: Queryable): Promise<number> =>
      homesIn(await current(database))(owner) ?? mainShard,

    /** Returns the map itself. The house has no home: it has accounts in each ledger. */
    homes: async (database?: Queryable): Promise<Homes> => homesIn(await current(database)),

    /** Returns the current map. */
    renewed: async (): Promise<Homes> => homesIn(await renewed()),

    /** Reads the map again, and returns whether it has changed. */
    async hasChanged(): Promise<boolean> {
      const before = await current();
      const now = await renewed();
      return before.size !== now.size || now.entries().some(([name, shard]) => before.get(name) !== shard);
    },

    /** Reads the map again before its next use. */
    forget: () => void (loaded = undefined),
  };
}

async function load(database: Queryable): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.query<{ name: string; shard: number }>(
    'select slot::text as name, shard from books.slots union all select owner::text, shard from books.homes',
  );
  return new Map(rows.map(({ name, shard }) => [name, shard]));
}

const homesIn =
  (map: ReadonlyMap<string, number>): Homes =>
  (owner) =>
    owner === houseOwner ? undefined : (map.get(owner) ?? map.get(`${slotOf(owner)}`) ?? mainShard);
