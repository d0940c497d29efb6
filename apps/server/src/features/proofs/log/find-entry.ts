import { shardOfEntry } from '../../../ledger/index.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { entriesIn } from './log-store.ts';
import { tileWidth } from './merkle.ts';

export type LoggedEntry = { readonly index: number; readonly bytes: Buffer };

/** The maximum number of bundles whose ranges overlap. Entries become visible in nearly the order of their numbers. */
const nearBundles = 64;

type BundleRow = { number: bigint; entries: Buffer; journal: bigint[] };

/** Returns the places of the journal's entries in the log. Leaves out entries that are not in the log yet. */
export async function findEntries(
  database: Queryable,
  entries: readonly bigint[],
): Promise<ReadonlyMap<bigint, LoggedEntry>> {
  const { rows } = await database.query<BundleRow>({
    name: 'log-bundles-around',
    // The query reads the journal numbers of near bundles only, and the entries of each bundle once.
    text: `select number, entries, journal from log_bundles where number = any (array (
             select found.bundle from unnest($1::bigint[], $2::smallint[]) wanted(entry, of_shard), lateral (
               select bundle from (
                 select bundle, lowest from log_ranges where shard = of_shard and highest >= entry
                 order by highest limit $3
               ) near
               where lowest <= entry and exists (
                 select from log_bundles where number = bundle and entry = any (journal))
               limit 1
             ) found))`,
    values: [entries, entries.map(shardOfEntry), nearBundles],
  });
  const found = new Map<bigint, LoggedEntry>();
  for (const entry of entries) {
    const logged = inBundles(rows, entry) ?? inBundles(await bundlesAnywhere(database, entry), entry);
    if (logged) found.set(entry, logged);
  }
  return found;
}

function inBundles(bundles: readonly BundleRow[], entry: bigint): LoggedEntry | undefined {
  for (const { number, entries, journal } of bundles) {
    const place = journal.indexOf(entry);
    const bytes = place < 0 ? undefined : entriesIn(entries)[place];
    if (bytes) return { index: Number(number) * tileWidth + place, bytes };
  }
  return undefined;
}

/** An entry that became visible very late is far from its neighbors. */
async function bundlesAnywhere(database: Queryable, entry: bigint): Promise<BundleRow[]> {
  const { rows } = await database.query<BundleRow>(
    `select b.number, b.entries, b.journal from log_ranges r join log_bundles b on b.number = r.bundle
     where r.shard = $1 and r.highest >= $2 and r.lowest <= $2 and $2 = any (b.journal) limit 1`,
    [shardOfEntry(entry), entry],
  );
  return rows;
}
