import type { EntryRange } from '../../../ledger/index.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { noPosition, readUpTo, type LastPoll } from './last-poll.ts';
import { ownersChangedIn } from './reachable-members.ts';

/** A poll of one of several ledgers, with the members whom its new entries changed. */
export type LedgerPoll = { readonly shard: number; readonly last: LastPoll; readonly owners: readonly string[] };

type Polled = { readonly shard: number; readonly books: Pool; readonly entries: EntryRange };

/**
 * Polls one of several ledgers in its own database, from its position in the main database. Entries of members whose
 * money was moved here do not count, because the members' first ledger has already reported them.
 */
export async function pollLedger(
  main: Pool,
  { shard, books, entries }: Polled,
  entriesReadAgain: number,
): Promise<LedgerPoll> {
  const end = await readEnd(books, entries);
  const position = await positionOf(main, shard, end);
  const { rows } = await books.query<Pick<LastPoll, 'is_much'>>(
    `select exists (select from member_books.entries e where e.id > $1 and e.id <= $2 order by e.id offset $3) as is_much`,
    [position.entry_id, entries.last, entriesReadAgain],
  );
  const last = { ...position, ...end, is_much: rows[0]?.is_much ?? false };
  return { shard, last, owners: await ownersChangedIn(books, last.entry_id, readUpTo(last, entries.last)) };
}

type End = Pick<LastPoll, 'last_entry_id' | 'next_xid'> & {
  readonly oldest_xid: string;
  /** A prepared transaction can commit an earlier entry minutes later. */
  readonly is_preparing: boolean;
};

async function readEnd(books: Pool, { after, last }: EntryRange): Promise<End> {
  const { rows } = await books.query<End>(
    `select (select coalesce(max(id), $1) from member_books.entries where id > $1 and id <= $2) as last_entry_id,
            pg_snapshot_xmax(pg_current_snapshot())::text as next_xid,
            pg_snapshot_xmin(pg_current_snapshot())::text as oldest_xid,
            exists (select from pg_prepared_xacts where database = current_database()) as is_preparing`,
    [after, last],
  );
  return rows[0] ?? noPosition();
}

type Position = Pick<LastPoll, 'entry_id' | 'changed_since' | 'now' | 'final_entry_id'>;

async function positionOf(main: Pool, shard: number, end: End): Promise<Position> {
  await main.query(
    'insert into news_polls (shard, entry_id, changed_since) values ($1, $2, now()) on conflict do nothing',
    [shard, end.last_entry_id],
  );
  const { rows } = await main.query<Position>(
    `select entry_id, changed_since, now() as now,
            case when next_xid <= $2::xid8 or polled_at < now() - interval '5 minutes' and not $3
                 then next_entry_id end as final_entry_id
     from news_polls where shard = $1`,
    [shard, end.oldest_xid, end.is_preparing],
  );
  return rows[0] ?? noPosition();
}
