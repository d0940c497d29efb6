import { shardOfEntry } from '../../../ledger/index.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { entriesIn, readBundle } from './log-store.ts';
import { tileWidth } from './merkle.ts';

/** The maximum number of bundles whose ranges overlap. Entries become visible in nearly the order of their numbers. */
const nearBundles = 64;

type Row = { entry: bigint; bundle: bigint; place: number };

const indexOf = ({ bundle, place }: Row): number => Number(bundle) * tileWidth + place;

/**
 * Returns the indexes of the journal's entries in the log. Leaves out entries that are not in the log yet. Reads only the
 * journal numbers of bundles, because the entries of a bundle are a hundred times as large as one entry.
 */
export async function findEntries(
  database: Queryable,
  entries: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  const { rows } = await database.query<Row>({
    name: 'log-bundles-around',
    text: `select entry, bundle, place from unnest($1::bigint[], $2::smallint[]) wanted(entry, of_shard), lateral (
             select bundle, array_position(journal, entry) - 1 as place from (
               select bundle, lowest from log_ranges where shard = of_shard and highest >= entry
               order by highest limit $3
             ) near join log_bundles on number = bundle
             where lowest <= entry and entry = any (journal)
             limit 1
           ) found`,
    values: [entries, entries.map(shardOfEntry), nearBundles],
  });
  const found = new Map(rows.map((row) => [row.entry, indexOf(row)]));
  for (const entry of entries) {
    const index = found.get(entry) ?? (await findAnywhere(database, entry));
    if (index !== undefined) found.set(entry, index);
  }
  return found;
}

/** An entry that became visible very late is far from its neighbors. */
async function findAnywhere(database: Queryable, entry: bigint): Promise<number | undefined> {
  const { rows } = await database.query<Row>(
    `select $2::bigint as entry, number as bundle, array_position(journal, $2) - 1 as place
     from log_ranges r join log_bundles on number = r.bundle
     where r.shard = $1 and r.highest >= $2 and r.lowest <= $2 and $2 = any (journal) limit 1`,
    [shardOfEntry(entry), entry],
  );
  return rows[0] && indexOf(rows[0]);
}

/** Returns the bytes of an entry of the log, or undefined if the log does not have it. */
export async function readEntry(database: Queryable, index: number): Promise<Buffer | undefined> {
  const bundle = await readBundle(database, Math.floor(index / tileWidth));
  return bundle && entriesIn(bundle.entries)[index % tileWidth];
}
