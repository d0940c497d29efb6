import type { Proof } from '@florin/contract';
import { journalLinesOf, shardOfEntry } from '../../../ledger/index.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import { hashAt, leafHash } from '../log/digests.ts';
import { entryTexts, journalEntry, type EntryTexts } from '../log/entry-texts.ts';
import { findEntries, readEntry } from '../log/find-entry.ts';
import { ledgersOf, type Log } from '../log/log.ts';
import { inclusionProof, tileWidth, type Tiles } from '../log/merkle.ts';

export type ProvedEntry = Proof['entries'][number];

/** The tree of a proof. */
export type ProofTree = { readonly tiles: Tiles; readonly size: number };

/**
 * Returns entries with the texts that the member may see: the header and the postings on the member's accounts. Leaves
 * out entries that the tree does not have yet, and entries in a former ledger of the member while this ledger is down.
 */
export async function proveEntries(
  log: Log,
  { tiles, size }: ProofTree,
  entries: readonly bigint[],
  own: ReadonlySet<bigint>,
): Promise<ProvedEntry[]> {
  const [indexes, texts] = await Promise.all([findEntries(log.pool, entries), textsOf(log, entries)]);
  const proved = entries.map(async (entry) => {
    const [index, text] = [indexes.get(entry), texts.get(entry)];
    if (index === undefined || !text || index >= size) return [];
    const { header, postings, accounts } = text;
    const [leaf, inclusion] = await Promise.all([
      loggedEntry(log, tiles, index, journalEntry(text)),
      inclusionProof(tiles, index, size),
    ]);
    return {
      index,
      leaf: leaf.toString('base64'),
      inclusion: inclusion.map(toBase64),
      header,
      postings: accounts.flatMap((account, nth) =>
        own.has(account) ? [{ place: nth + 1, account: String(account), text: postings[nth] ?? '' }] : [],
      ),
    };
  });
  return (await Promise.all(proved)).flat();
}

/** Returns an entry of the log. Reads its bundle only if the expected entry does not have the logged hash. */
async function loggedEntry({ pool }: Log, tiles: Tiles, index: number, expected: Buffer): Promise<Buffer> {
  const leaves = await tiles(0, Math.floor(index / tileWidth));
  if (leafHash(expected).equals(hashAt(leaves, index % tileWidth))) return expected;
  const logged = await readEntry(pool, index);
  if (!logged) throw new Error(`The log has no entry ${index}.`);
  return logged;
}

type Texts = EntryTexts & { readonly accounts: readonly bigint[] };

/** Returns the texts of entries and the accounts of their postings, each from the entry's ledger. */
async function textsOf(log: Log, entries: readonly bigint[]): Promise<ReadonlyMap<bigint, Texts>> {
  const texts = new Map<bigint, Texts>();
  const read = async ([shard, ids]: [number, bigint[]]) => {
    const ledger = ledgersOf(log)[shard];
    const lines = ledger ? await journalLinesOf(ledger, ids) : [];
    const names = ledger ? await log.names.of(ledger, lines) : new Map<bigint, string>();
    for (const line of lines)
      texts.set(line.id, {
        ...entryTexts(line, log.secret, names),
        accounts: line.postings.map(({ account }) => account),
      });
  };
  const reading = [...Map.groupBy(entries, shardOfEntry)].map(async (group) =>
    read(group).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
    }),
  );
  await Promise.all(reading);
  return texts;
}

export const toBase64 = (bytes: Buffer): string => bytes.toString('base64');

type AccountRow = { id: bigint; asset: string };

/** Returns the member's accounts with money. `books` is the member's ledger. */
export async function moneyAccounts(books: Queryable, owner: string): Promise<AccountRow[]> {
  const { rows } = await books.query<AccountRow>({
    name: 'money-accounts',
    text: `select id, asset from member_books.accounts
           where owner = $1 and asset not in (select code from books.assets where memo) order by asset, id`,
    values: [owner],
  });
  return rows;
}

/** Returns the newest entries on these accounts, newest first. */
export async function newestEntries(books: Queryable, accounts: readonly bigint[], count: number): Promise<bigint[]> {
  const { rows } = await books.query<{ entry_id: bigint }>({
    name: 'newest-entries',
    text: `select distinct entry_id from unnest($1::bigint[]) account,
             lateral (select entry_id from member_books.postings where account_id = account order by seq desc limit $2) p
           order by entry_id desc limit $2`,
    values: [accounts, count],
  });
  return rows.map(({ entry_id }) => entry_id);
}
