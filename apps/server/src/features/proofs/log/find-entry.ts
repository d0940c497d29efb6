import { shardOfEntry } from '../../../ledger/index.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { entriesIn, readBundle } from './log-store.ts';
import { tileWidth } from './merkle.ts';

export type LoggedEntry = { readonly index: number; readonly bytes: Buffer };

/** Bundles whose ranges overlap: entries become visible in nearly the order of their numbers. */
const nearBundles = 64;

/** Returns where an entry of the journal is in the log. Undefined if it is not there yet. */
export async function findEntry(database: Queryable, entry: bigint): Promise<LoggedEntry | undefined> {
  const { rows } = await database.query<{ bundle: bigint }>({
    name: 'log-bundles-around',
    text: `select bundle from (
             select bundle, lowest from log_ranges where shard = $1 and highest >= $2 order by highest limit $3
           ) near where lowest <= $2`,
    values: [shardOfEntry(entry), entry, nearBundles],
  });
  for (const { bundle } of rows) {
    const found = await inBundle(database, Number(bundle), entry);
    if (found) return found;
  }
  return findAnywhere(database, entry);
}

async function inBundle(database: Queryable, number: number, entry: bigint): Promise<LoggedEntry | undefined> {
  const bundle = await readBundle(database, number);
  const place = bundle?.journal.indexOf(entry) ?? -1;
  const bytes = bundle && entriesIn(bundle.entries)[place];
  return bytes && { index: number * tileWidth + place, bytes };
}

/** An entry that became visible very late is far from its neighbors. */
async function findAnywhere(database: Queryable, entry: bigint): Promise<LoggedEntry | undefined> {
  const { rows } = await database.query<{ bundle: bigint }>(
    `select b.number as bundle from log_ranges r join log_bundles b on b.number = r.bundle
     where r.shard = $1 and r.highest >= $2 and r.lowest <= $2 and $2 = any (b.journal) limit 1`,
    [shardOfEntry(entry), entry],
  );
  return rows[0] && inBundle(database, Number(rows[0].bundle), entry);
}
