import type { AssetCode } from '@florin/money';
import type { Pool } from '../../platform/database/pool.ts';
import { houseOwner, type EntryMetadata, type Posting } from '../entry.ts';
import type { FirstHalf } from './halves.ts';

/**
 * The house account of money on its way, which exists in both ledgers. The sum of both accounts is the money that has
 * not arrived.
 */
export const transitKind = (from: number, to: number) => `transit:${from}-${to}` as const;

/** A posting with which a transit account shows a first half. */
export type Sent = {
  readonly lane: bigint;
  readonly seq: bigint;
  readonly id: bigint;
  readonly asset: AssetCode;
  /** Whether the first half is so old that nodes other than its own may finish it. */
  readonly isDue: boolean;
};

/** Returns the next first halves that are not marked as arrived, in the order of each lane's postings. */
export async function sentSinceMark(
  pool: Pool,
  kind: ReturnType<typeof transitKind>,
  { afterSeconds, limit }: { readonly afterSeconds: number; readonly limit: number },
): Promise<Sent[]> {
  const { rows } = await pool.query<Sent>({
    name: 'sent-since-mark',
    text: `select p.account_id as lane, p.seq, e.id, p.asset,
                  e.recorded_at <= now() - make_interval(secs => $3) as "isDue"
           from own_books.accounts a
           left join books.transit_marks m on m.account_id = a.id
           join own_books.postings p on p.account_id = a.id and p.seq > coalesce(m.seq, 0)
           join own_books.entries e on e.id = p.entry_id
           where a.owner = $1 and a.kind = $2 and a.seq > coalesce(m.seq, 0) and p.amount > 0
           order by p.account_id, p.seq limit $4`,
    values: [houseOwner, kind, afterSeconds, limit],
  });
  return rows;
}

/** Returns the given keys under which an entry is posted. */
export async function postedKeys(pool: Pool, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ key: string }>({
    name: 'posted-keys',
    text: 'select key from own_books.entries where key = any ($1)',
    values: [keys],
  });
  return new Set(rows.map(({ key }) => key));
}

/** Returns entries in the order of their ids. */
export async function firstHalves(pool: Pool, ids: readonly bigint[]): Promise<(FirstHalf | undefined)[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<FirstHalf & { metadata: EntryMetadata }>(
    'select id, actor, kind, metadata from own_books.entries where id = any ($1)',
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

/** Marks all first halves of a lane up to its last arrived posting. */
export async function markArrived(pool: Pool, sent: readonly Pick<Sent, 'lane' | 'seq'>[]): Promise<void> {
  const last = new Map(sent.map(({ lane, seq }) => [lane, seq]));
  if (last.size === 0) return;
  await pool.query('select ledger.mark_transits($1, $2)', [[...last.keys()], [...last.values()]]);
}

/** Returns the postings of an entry, without allowances. House accounts are named by their first lane. */
export async function postingsOf(pool: Pool, entry: bigint): Promise<Posting[]> {
  const { rows } = await pool.query<Posting>(
    `select case when a.id < 0 then a.id & ~15::bigint else a.id end as account, p.amount as units
     from own_books.postings p join own_books.accounts a on a.id = p.account_id join books.assets s on s.code = a.asset
     where p.entry_id = $1 and not s.memo order by p.account_id`,
    [entry],
  );
  return rows;
}

/** Returns the hold that an entry ended. */
export async function holdEndedBy(pool: Pool, entry: bigint): Promise<bigint | undefined> {
  const { rows } = await pool.query<{ id: bigint }>('select id from own_books.holds where ended_by = $1', [entry]);
  return rows[0]?.id;
}
