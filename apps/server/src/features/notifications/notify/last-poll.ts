import type { Pool } from '../../../platform/database/pool.ts';

/** Changes of a member may become visible late, so each poll repeats this period. */
const overlapSeconds = 30;

/** The position of the last poll of a ledger, and the position to store after this poll. */
export type LastPoll = {
  readonly entry_id: bigint;
  readonly changed_since: Date;
  readonly now: Date;
  /** All entries up to this entry are visible now. Null if unknown. */
  readonly final_entry_id: bigint | null;
  /** The last visible entry, and a transaction number that is not used yet (see the table news_polls). */
  readonly last_entry_id: bigint;
  readonly next_xid: string;
  /** True if the number of new entries exceeds the number that may be read again. */
  readonly is_much: boolean;
};

/** Returns the position of an installation with one ledger. */
export async function lastPoll(pool: Pool, entriesReadAgain: number): Promise<LastPoll> {
  await pool.query(
    `insert into news_polls (entry_id, changed_since)
     select coalesce(max(id), 0), now() from books.entries on conflict do nothing`,
  );
  const { rows } = await pool.query<LastPoll>(
    `select entry_id, changed_since, now() as now,
            case when next_xid <= pg_snapshot_xmin(pg_current_snapshot()) or polled_at < now() - interval '5 minutes'
                 then next_entry_id end as final_entry_id,
            (select coalesce(max(id), 0) from books.entries) as last_entry_id,
            pg_snapshot_xmax(pg_current_snapshot())::text as next_xid,
            exists (select from books.entries e where e.id > entry_id order by e.id offset $1) as is_much
     from news_polls where shard = 0`,
    [entriesReadAgain],
  );
  return rows[0] ?? noPosition();
}

export function noPosition(): never {
  throw new Error('The table news_polls has no row for a ledger.');
}

/**
 * Returns the last entry of a poll. A small poll reads to the end, so that notifications are immediate; the next poll
 * repeats the entries that are not final. A large poll stops at the last final entry, because reading twice would slow
 * down payments.
 */
export const readUpTo = ({ final_entry_id, is_much }: LastPoll, endOfJournal: bigint): bigint =>
  (is_much ? final_entry_id : null) ?? endOfJournal;

export async function advance(pool: Pool, shard: number, last: LastPoll): Promise<void> {
  const { now, final_entry_id, last_entry_id, next_xid } = last;
  await pool.query(
    `update news_polls set
       entry_id = greatest(entry_id, $2),
       next_entry_id = case when is_due then $3 else next_entry_id end,
       next_xid = case when is_due then $4::xid8 else next_xid end,
       polled_at = case when is_due then $1 else polled_at end,
       changed_since = $1::timestamptz - make_interval(secs => $5)
     from (select next_xid is null or $2::bigint is not null as is_due from news_polls where shard = $6) noted
     where shard = $6`,
    [now, final_entry_id, last_entry_id, next_xid, overlapSeconds, shard],
  );
}
