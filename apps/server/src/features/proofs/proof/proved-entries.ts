import type { Proof } from '@florin/contract';
import { journalLinesOf, shardOfEntry } from '../../../ledger/index.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import { entryTexts, type EntryTexts } from '../log/entry-texts.ts';
import { findEntries } from '../log/find-entry.ts';
import { ledgersOf, type Log } from '../log/log.ts';
import { inclusionProof, type Tiles } from '../log/merkle.ts';

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
  const [logged, texts] = await Promise.all([findEntries(log.pool, entries), textsOf(log, entries)]);
  const proved = entries.map(async (entry) => {
    const [found, text] = [logged.get(entry), texts.get(entry)];
    if (!found || !text || found.index >= size) return [];
    const { header, postings, accounts } = text;
    return {
      index: found.index,
      leaf: found.bytes.toString('base64'),
      inclusion: (await inclusionProof(tiles, found.index, size)).map(toBase64),
      header,
      postings: accounts.flatMap((account, nth) =>
        own.has(account) ? [{ place: nth + 1, account: String(account), text: postings[nth] ?? '' }] : [],
      ),
    };
  });
  return (await Promise.all(proved)).flat();
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
  const { rows } = await books.query<AccountRow>(
    `select id, asset from member_books.accounts
     where owner = $1 and asset not in (select code from books.assets where memo) order by asset, id`,
    [owner],
  );
  return rows;
}

/** Returns the newest entries on these accounts, newest first. */
export async function newestEntries(books: Queryable, accounts: readonly bigint[], count: number): Promise<bigint[]> {
  const { rows } = await books.query<{ entry_id: bigint }>(
    `select distinct entry_id from unnest($1::bigint[]) account,
       lateral (select entry_id from member_books.postings where account_id = account order by seq desc limit $2) p
     order by entry_id desc limit $2`,
    [accounts, count],
  );
  return rows.map(({ entry_id }) => entry_id);
}
