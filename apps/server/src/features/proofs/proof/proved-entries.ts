import type { Proof } from '@florin/contract';
import { journalLine, shardOfEntry } from '../../../ledger/index.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { entryTexts } from '../log/entry-texts.ts';
import { findEntry } from '../log/find-entry.ts';
import { ledgersOf, type Log } from '../log/log.ts';
import { inclusionProof, type Tiles } from '../log/merkle.ts';

export type ProvedEntry = Proof['entries'][number];

/** The tree that a proof is about. */
export type ProofTree = { readonly tiles: Tiles; readonly size: number };

/**
 * Returns an entry with the texts that the member may see: the header and the postings on the own accounts. Undefined if the
 * tree does not have it yet.
 */
export async function proveEntry(
  log: Log,
  { tiles, size }: ProofTree,
  entry: bigint,
  own: ReadonlySet<bigint>,
): Promise<ProvedEntry | undefined> {
  const found = await findEntry(log.pool, entry);
  const ledger = ledgersOf(log)[shardOfEntry(entry)];
  if (!found || found.index >= size || !ledger) return undefined;
  const line = await journalLine(ledger, entry);
  if (!line) return undefined;
  const { header, postings } = entryTexts(line, log.secret, await log.names.of(ledger, [line]));
  return {
    index: found.index,
    leaf: found.bytes.toString('base64'),
    inclusion: (await inclusionProof(tiles, found.index, size)).map(toBase64),
    header,
    postings: line.postings.flatMap(({ account }, nth) =>
      own.has(account) ? [{ place: nth + 1, account: String(account), text: postings[nth] ?? '' }] : [],
    ),
  };
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
