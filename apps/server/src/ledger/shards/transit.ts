import type { AssetCode } from '@florin/money';
import type { Pool } from '../../platform/database/pool.ts';
import { houseOwner, type EntryMetadata, type Posting } from '../entry.ts';
import type { FirstHalf } from './halves.ts';

/** The house account of money on its way. It exists in both ledgers; their sum is what has not arrived. */
export const transitKind = (from: number, to: number) => `transit:${from}-${to}` as const;

/** A first half that a transit account shows, with the posting that shows it. */
export type Sent = FirstHalf & { readonly lane: bigint; readonly seq: bigint; readonly recordedAt: Date };

type Row = {
  lane: bigint;
  seq: bigint;
  id: bigint;
  actor: string;
  kind: string;
  metadata: EntryMetadata;
  recorded_at: Date;
};

/** Returns the next first halves of a ledger that are not marked as arrived, in the order of their postings. */
export async function sentSinceMark(pool: Pool, shard: number, limit: number): Promise<Sent[]> {
  const { rows } = await pool.query<Row>({
    name: 'sent-since-mark',
    text: `select p.account_id as lane, p.seq, e.id, e.actor, e.kind, e.metadata, e.recorded_at
           from own_books.accounts a
           left join books.transit_marks m on m.account_id = a.id
           join own_books.postings p on p.account_id = a.id and p.seq > coalesce(m.seq, 0)
           join own_books.entries e on e.id = p.entry_id
           where a.owner = $1 and starts_with(a.kind, $2) and a.seq > coalesce(m.seq, 0) and p.amount > 0
           order by p.account_id, p.seq limit $3`,
    values: [houseOwner, `transit:${shard}-`, limit],
  });
  return rows.map(({ recorded_at: recordedAt, ...row }) => ({ ...row, recordedAt }));
}

/** Marks all that a lane has shown up to its last arrived posting. */
export async function markArrived(pool: Pool, sent: readonly Pick<Sent, 'lane' | 'seq'>[]): Promise<void> {
  const last = new Map(sent.map(({ lane, seq }) => [lane, seq]));
  if (last.size === 0) return;
  await pool.query('select ledger.mark_transits($1, $2)', [[...last.keys()], [...last.values()]]);
}

/** Returns the asset of an account. */
export async function assetOf(pool: Pool, account: bigint): Promise<AssetCode> {
  const { rows } = await pool.query<{ asset: AssetCode }>('select asset from own_books.accounts where id = $1', [
    account,
  ]);
  if (!rows[0]) throw new Error(`there is no account ${account}`);
  return rows[0].asset;
}

/** Returns what an entry posted, without allowances. House accounts are named by their first lane. */
export async function postingsOf(pool: Pool, entry: bigint): Promise<Posting[]> {
  const { rows } = await pool.query<Posting>(
    `select case when a.id < 0 then a.id & ~15::bigint else a.id end as account, p.amount as units
     from own_books.postings p join own_books.accounts a on a.id = p.account_id join books.assets s on s.code = a.asset
     where p.entry_id = $1 and not s.memo order by p.account_id`,
    [entry],
  );
  return rows;
}
