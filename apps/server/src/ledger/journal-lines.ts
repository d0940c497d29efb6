import type { QueryResult } from 'pg';
import type { Pool, Queryable } from '../platform/database/pool.ts';
import type { EntryRange } from './shards/ids.ts';

/** A posting of a journal entry, in money. */
export type JournalPosting = {
  readonly account: bigint;
  readonly seq: string;
  readonly asset: string;
  readonly amount: string;
  readonly balance: string;
};

export type JournalLine = {
  readonly id: bigint;
  /** In UTC, with microseconds: `2026-12-01T03:50:07.123456Z`. */
  readonly time: string;
  readonly kind: string;
  /** The metadata as PostgreSQL prints it. Empty without any. */
  readonly description: string;
  /** By account, then by number. Draws on limits are left out. */
  readonly postings: readonly JournalPosting[];
};

type Row = { id: bigint; time: string; kind: string; description: string; lines: string | null };

const lineColumns = `id, to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time, kind,
  coalesce(metadata::text, '') as description, lines`;
const linesOfPostings = `string_agg(concat_ws(' ', account_id, seq, asset, amount, balance_after), E'\n'
  order by account_id, seq) as lines`;

/**
 * Reads one ledger's own entries between two numbers, without the first and with the last one, in the order of their
 * numbers.
 */
export async function journalLines(
  database: Queryable,
  { after, last }: EntryRange,
  limit: number,
): Promise<JournalLine[]> {
  const { rows } = await database.query<Row>({
    name: 'journal-lines',
    // The range of entries lets PostgreSQL read the postings by their small index on entries.
    text: `with entry as materialized (
             select id, recorded_at, kind, metadata from own_books.entries
             where id > $1 and id <= $2 order by id limit $3
           ),
           line as materialized (
             select entry_id, ${linesOfPostings} from own_books.postings
             where entry_id between (select min(id) from entry) and (select max(id) from entry)
               and asset not in (select code from books.assets where memo)
             group by entry_id
           )
           select ${lineColumns} from entry left join line on entry_id = id order by id`,
    values: [after, last, limit],
  });
  return rows.map(lineOf);
}

/** Reads these entries, in the order of their numbers. Leaves out entries that this ledger does not have. */
export async function journalLinesOf(database: Queryable, ids: readonly bigint[]): Promise<JournalLine[]> {
  const { rows } = await database.query<Row>({
    name: 'journal-lines-of',
    text: `select ${lineColumns} from own_books.entries, lateral (
             select ${linesOfPostings} from own_books.postings
             where entry_id = id and asset not in (select code from books.assets where memo)
           ) line
           where id = any ($1) order by id`,
    values: [ids],
  });
  return rows.map(lineOf);
}

const lineOf = ({ lines, ...line }: Row): JournalLine => ({
  ...line,
  postings: lines === null ? [] : lines.split('\n').map(posting),
});

function posting(line: string): JournalPosting {
  const [account = '', seq = '', asset = '', amount = '', balance = ''] = line.split(' ');
  return { account: BigInt(account), seq, asset, amount, balance };
}

/** A moment in a ledger, which shows later whether all entries up to its last one are visible. */
export type JournalMoment = {
  /**
   * The oldest transaction that was running. All older transactions have ended, so their entries are visible from now
   * on.
   */
  readonly oldestRunning: bigint;
  /** No later entry gets this number or a lower one. */
  readonly last: bigint;
  /** Each transaction that has numbered an entry up to `last` has a number below this one. */
  readonly nextTransaction: bigint;
};

/**
 * Entries become visible in another order than their numbers. A transaction numbers its entries after it has locked
 * their accounts, so it has a transaction number by then. Reads the three figures one after the other.
 */
export async function journalMoment(pool: Pool): Promise<JournalMoment> {
  const [oldestRunning = 0n] = await figures(
    pool.query('select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as figure'),
  );
  const [last = 0n] = await figures(pool.query('select ledger.last_entry_number() as figure'));
  const [nextTransaction = 0n] = await figures(
    pool.query('select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as figure'),
  );
  return { oldestRunning, last, nextTransaction };
}

const figures = async (answer: Promise<QueryResult<{ figure: bigint }>>) =>
  (await answer).rows.map(({ figure }) => figure);

/** An account's owner; the nil id for the house, whose accounts have lanes. */
export type AccountFacts = {
  readonly id: bigint;
  readonly owner: string;
  readonly kind: string;
  readonly slot: string;
};

export async function accountFacts(database: Queryable, ids: readonly bigint[]): Promise<AccountFacts[]> {
  if (ids.length === 0) return [];
  const { rows } = await database.query<AccountFacts>(
    'select id, owner, kind, slot from own_books.accounts where id = any ($1)',
    [ids],
  );
  return rows;
}
