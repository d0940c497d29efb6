import type { Queryable } from '../../../platform/database/pool.ts';
import { bankAccountKind } from '../operator-account.ts';

type Sums = { readonly lines: number; readonly sum: bigint };

/** The figures of an account and a day in the tables, in the smallest unit and from one snapshot. */
export type DayFigures = {
  readonly balance: bigint | null;
  readonly in_books: bigint;
  readonly closed_on: string | null;
  /** The day and the closing balance of the previous report. */
  readonly last_day: string | null;
  readonly last_closing: string | null;
  /** The lines of the report that move the bank's balance. */
  readonly covered: Sums & { readonly late: number };
  /** Imported lines of later days. */
  readonly later: Sums;
  readonly kinds: readonly {
    readonly kind: string;
    readonly late: boolean;
    readonly lines: number;
    readonly money_in: bigint;
    readonly money_out: bigint;
  }[];
  readonly unallocated: Sums & { readonly oldest: string | null };
  readonly open_lines: readonly {
    readonly line: bigint;
    readonly booked: string | null;
    readonly amount: bigint;
    readonly reason: string | null;
    readonly age_days: number;
  }[];
  readonly payouts: readonly {
    readonly state: 'batched' | 'sent';
    readonly count: number;
    readonly sum: bigint;
    readonly oldest: string;
  }[];
};

const maxOpenLines = 100;

/** The lines of an account that are in no report, each with its day. For some lines the bank gave no day. */
const lineDays = `select l.id, l.statement_id, l.amount, l.match, l.explains,
    case when l.match = 'payout' then l.charge end as charge,
    coalesce(l.booked, s.from_date, s.to_date, (f.imported_at at time zone 'UTC')::date) as day
  from bank_lines l
  join bank_statements s on s.id = l.statement_id
  join bank_files f on f.id = s.file_id
  where l.account = $1 and l.report is null`;

/**
 * Reads the content of a report about an account and a day. Payments that explain another line's batch do not count,
 * because they do not move the bank's balance. The caller has locked the account, so no line arrives meanwhile.
 */
export async function readDay(tx: Queryable, account: string, day: string): Promise<DayFigures> {
  const { rows } = await tx.query<{ figures: Json<DayFigures> }>(
    `with last as (
       select day, content::jsonb ->> 'closing' as closing from day_reports
       where account = $1 order by day desc limit 1
     ),
     new as materialized (${lineDays}),
     covered as (
       select *, coalesce(day <= (select day from last), false) as late from new where day <= $2::date and explains is null
     ),
     movements as (
       select match, late, amount + coalesce(charge, 0) as amount from covered
       union all select 'bank-fee', late, -charge from covered where charge is not null
     ),
     open as materialized (
       select id, booked, amount, reason, greatest(0, $2::date - coalesce(booked, $2::date)) as age_days
       from bank_lines where account = $1 and reason is not null and match in ('unallocated', 'to-payer') and posted
     )
     select jsonb_build_object(
       'balance', a.balance::text, 'closed_on', a.closed_on,
       'in_books', coalesce((select -b.posted from books.house_balances b where b.kind = $3), 0)::text,
       'last_day', (select day from last), 'last_closing', (select closing from last),
       'covered', (select jsonb_build_object('lines', count(*), 'sum', coalesce(sum(amount), 0)::text,
                     'late', count(*) filter (where late)) from covered),
       'later', (select jsonb_build_object('lines', count(*), 'sum', coalesce(sum(amount), 0)::text)
                 from new where day > $2::date and explains is null),
       'kinds', (select coalesce(jsonb_agg(jsonb_build_object('kind', match, 'late', late, 'lines', lines,
                   'money_in', money_in::text, 'money_out', money_out::text) order by late, match), '[]')
                 from (select match, late, count(*) as lines, coalesce(sum(amount) filter (where amount > 0), 0) as money_in,
                              coalesce(sum(amount) filter (where amount < 0), 0) as money_out
                       from movements group by match, late) k),
       'unallocated', (select jsonb_build_object('lines', count(*), 'sum', coalesce(sum(amount), 0)::text,
                         'oldest', min(booked)) from open),
       'open_lines', (select coalesce(jsonb_agg(jsonb_build_object('line', id::text, 'booked', booked,
                        'amount', amount::text, 'reason', reason, 'age_days', age_days) order by id), '[]')
                      from (select * from open order by id limit $4) o),
       'payouts', (select coalesce(jsonb_agg(jsonb_build_object('state', state, 'count', count, 'sum', sum::text,
                     'oldest', oldest)), '[]')
                   from (select p.state, count(*) as count, sum(p.amount) as sum,
                                (min(coalesce(b.decided_at, b.made_at)) at time zone 'UTC')::date as oldest
                         from payouts p join payment_batches b on b.id = p.batch_id
                         where b.account = $1 and p.state in ('batched', 'sent') group by p.state) w)
     ) as figures
     from operator_accounts a where a.id = $1`,
    [account, day, bankAccountKind(account), maxOpenLines],
  );
  const figures = rows[0]?.figures;
  if (!figures) throw new Error(`the operator account ${account} is not in the database`);
  return exactly(figures);
}

/** A JSON value with its bigints as text, because PostgreSQL writes whole numbers beyond 2^53 as text. */
type Json<Value> = Value extends bigint
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly Json<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: Json<Value[Key]> }
      : Value;

const exactly = (figures: Json<DayFigures>): DayFigures => ({
  ...figures,
  balance: figures.balance === null ? null : BigInt(figures.balance),
  in_books: BigInt(figures.in_books),
  covered: { ...figures.covered, sum: BigInt(figures.covered.sum) },
  later: { ...figures.later, sum: BigInt(figures.later.sum) },
  kinds: figures.kinds.map((kind) => ({
    ...kind,
    money_in: BigInt(kind.money_in),
    money_out: BigInt(kind.money_out),
  })),
  unallocated: { ...figures.unallocated, sum: BigInt(figures.unallocated.sum) },
  open_lines: figures.open_lines.map((line) => ({ ...line, line: BigInt(line.line), amount: BigInt(line.amount) })),
  payouts: figures.payouts.map((payout) => ({ ...payout, sum: BigInt(payout.sum) })),
});

export type StatementRow = {
  readonly id: bigint;
  readonly name: string;
  readonly sha256: Buffer;
  readonly format: string;
  readonly sequence: string | null;
  readonly from_date: string | null;
  readonly to_date: string | null;
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly lines: number;
  readonly new_lines: number;
  readonly late: boolean;
};

/** Returns the statements that a report names: statements up to the day, and statements with the report's lines. */
export async function statementsOf(
  tx: Queryable,
  account: string,
  { day, lastDay }: { readonly day: string; readonly lastDay: string | null },
): Promise<readonly StatementRow[]> {
  const { rows } = await tx.query<StatementRow>(
    `with new as (${lineDays})
     select s.id, f.name, f.sha256, f.format, s.sequence, s.from_date::text, s.to_date::text, s.opening, s.closing,
            s.lines, s.new_lines, coalesce(s.to_date <= $3::date, false) as late
     from bank_statements s join bank_files f on f.id = s.file_id
     where s.account = $1
       and (s.report is null and coalesce(s.to_date, (f.imported_at at time zone 'UTC')::date) <= $2::date
            or s.id in (select statement_id from new where new.day <= $2::date))
     order by s.id`,
    [account, day, lastDay],
  );
  return rows;
}

/** Stores the report of the lines and statements. */
export async function markReported(
  tx: Queryable,
  {
    number,
    account,
    day,
    statements,
  }: {
    readonly number: bigint;
    readonly account: string;
    readonly day: string;
    readonly statements: readonly StatementRow[];
  },
): Promise<void> {
  await tx.query(
    `update bank_lines b set report = $3 from (${lineDays}) new where b.id = new.id and new.day <= $2::date`,
    [account, day, number],
  );
  await tx.query('update bank_statements set report = $2 where id = any ($1) and report is null', [
    statements.map(({ id }) => id),
    number,
  ]);
}
