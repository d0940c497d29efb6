import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import type { TransitFinding } from './sweep-transits.ts';

/** The invariant that a ledger violates if it is older than the main database. */
export const olderLedger = 'a further ledger has every entry that the main database has seen';

type Seen = { readonly id: bigint; readonly key: string };

/**
 * Finds further ledgers that lack an entry which the main database has seen. Entries stay forever, so such a ledger was
 * restored from an older backup. The main database sees an entry only after its commit, so a crash does not lose a seen
 * entry.
 */
export async function sweepSeenEntries([main, ...others]: readonly Pool[]): Promise<TransitFinding[]> {
  const findings: TransitFinding[] = [];
  if (!main) return findings;
  const seen = await seenEntries(main);
  const failure: unknown = await forEachSettled([...others.entries()], async ([i, ledger]) => {
    const last = seen.get(i + 1);
    if (last && !(await hasEntry(ledger, last)))
      findings.push({ invariant: olderLedger, entryId: last.id, found: `ledger ${i + 1} lacks entry ${last.id}` });
  }).catch((error: unknown) => error);
  if (findings.length === 0 && failure !== undefined) throw failure;
  return findings;
}

/** Returns whether a further ledger has the entry that the main database last saw there. */
export async function hasSeenEntry(main: Queryable, ledger: Queryable, number: number): Promise<boolean> {
  const last = (await seenEntries(main)).get(number);
  return !last || hasEntry(ledger, last);
}

/**
 * Records the last entry of a further ledger in the main database, unless the ledger lacks the entry that was seen
 * before.
 *
 * @returns whether the ledger has the entry that was seen before
 */
export async function seeLastEntry(main: Pool, ledger: Pool, number: number): Promise<boolean> {
  const before = (await seenEntries(main)).get(number);
  if (before && !(await hasEntry(ledger, before))) return false;
  const { rows } = await ledger.query<Seen>({
    name: 'last-entry',
    text: 'select id, key from own_books.entries order by id desc limit 1',
  });
  const [last] = rows;
  if (last && last.id !== before?.id)
    await main.query('select ledger.see_entry($1, $2, $3, $4)', [number, before?.id, last.id, last.key]);
  return true;
}

async function seenEntries(main: Queryable): Promise<ReadonlyMap<number, Seen>> {
  const { rows } = await main.query<Seen & { number: number }>({
    name: 'seen-entries',
    text: 'select shard as number, seen_entry as id, seen_key as key from books.shards where seen_entry is not null',
  });
  return new Map(rows.map((row) => [row.number, row]));
}

/** Compares the key, too, because a restored ledger can have given the number to another entry. */
async function hasEntry(ledger: Queryable, { id, key }: Seen): Promise<boolean> {
  const { rows } = await ledger.query({
    name: 'has-seen-entry',
    text: 'select from own_books.entries where id = $1 and key = $2',
    values: [id, key],
  });
  return rows.length > 0;
}
