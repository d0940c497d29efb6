import type { AnswerOf, DayReport, Endpoints } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import type { Queryable } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { DayDependencies } from './close-day.ts';
import type { DayContent } from './day-content.ts';
import { noStatement, problemOf, readStandings } from './standing.ts';

const pageSize = 20;

type Row = {
  number: bigint;
  account: string;
  day: string;
  currency: FiatCode;
  closing: string;
  lines: number;
  late_lines: number;
  closed_at: Date;
  closed_by: string | null;
  hash: string;
  is_sound: boolean;
};

/**
 * Returns a page of the reports, newest first. Each report is compared with its hash, which contains the hash of the
 * previous report.
 *
 * @param before the number of the report that the page precedes; undefined for the newest
 */
export async function listReports(
  database: Queryable,
  before: string | undefined,
  size = pageSize,
): Promise<{ reports: DayReport[]; older: string | null }> {
  const { rows } = await database.query<Row>(
    `with numbers as (
       select number from day_reports where $1::bigint is null or number < $1 order by number desc limit $2
     ),
     page as (
       select r as report, lag(r.hash, 1, ''::bytea) over (order by r.number) as before
       from day_reports r where r.number in (select number from numbers)
     )
     select (report).number, (report).account, (report).day::text, a.currency, (report).closed_at,
            (report).content::jsonb ->> 'closing' as closing, ((report).content::jsonb ->> 'lines')::int as lines,
            ((report).content::jsonb ->> 'late_lines')::int as late_lines,
            case when p.id is null then null when p.closed_at is null then p.email else 'closed account' end as closed_by,
            encode((report).hash, 'hex') as hash, (report).hash = day_report_hash(before, report) as is_sound
     from page join operator_accounts a on a.id = (report).account left join people p on p.id = (report).closed_by
     order by (report).number desc`,
    [before ?? null, size + 1],
  );
  const reports = rows.slice(0, size).map(reportView);
  return { reports, older: rows.length > size ? String(reports.at(-1)?.number) : null };
}

const reportView = (row: Row): DayReport => ({
  number: Number(row.number),
  account: row.account,
  day: row.day,
  currency: row.currency,
  closing_exact: row.closing,
  lines: row.lines,
  late_lines: row.late_lines,
  closed_at: row.closed_at.toISOString(),
  closed_by: row.closed_by ?? 'command line',
  hash: row.hash,
  is_sound: row.is_sound,
});

/** Returns the reports with these numbers. */
export async function reportsByNumber(database: Queryable, numbers: readonly bigint[]): Promise<DayReport[]> {
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { reports } = await listReports(database, String(last + 1n), Number(last - first) + 1);
  return reports.filter(({ number }) => numbers.includes(BigInt(number)));
}

type BankDays = AnswerOf<Endpoints['getBankDays']>;

/** Returns the next day that an operator can close, and the obstacles. */
export async function nextDay(dependencies: DayDependencies): Promise<Omit<BankDays, 'reports' | 'older'>> {
  const { pool, operatorAccounts } = dependencies;
  const { rows } = await pool.query<{ today: string; yesterday: string; last: string | null; reach: string | null }>(
    `select t.today::text, (t.today - 1)::text as yesterday,
            (select max(day)::text from day_reports where account = any ($1)) as last,
            (select least(max(closed_on), t.today)::text from operator_accounts where id = any ($1)) as reach
     from (select (now() at time zone 'UTC')::date as today) t`,
    [operatorAccounts.map(({ id }) => id)],
  );
  const [row] = rows;
  if (!row) throw new Error('the database has no date');
  const { today, yesterday, last, reach } = row;
  const next = [reach, yesterday, today].find((day) => day !== null && (last === null || day > last)) ?? null;
  return { last, next, today, problems: await problems(dependencies) };
}

async function problems({ pool, operatorAccounts }: DayDependencies): Promise<string[]> {
  const standings = await readStandings(pool, operatorAccounts);
  if (standings.size === 0) return [noStatement];
  return operatorAccounts.flatMap((account) => {
    const standing = standings.get(account.id);
    return (standing && problemOf(account, standing)) ?? [];
  });
}

type StoredReport = { readonly report: DayReport; readonly content: DayContent; readonly before: string | null };

/** Returns a report with its content. Errors: `day_report_not_found`. */
export async function readReport(database: Queryable, number: string): Promise<StoredReport> {
  const { rows } = await database.query<{ content: string; before: string | null }>(
    `select r.content, (select encode(b.hash, 'hex') from day_reports b where b.number = r.number - 1) as before
     from day_reports r where r.number = $1`,
    [number],
  );
  const [row] = rows;
  const [report] = row ? await reportsByNumber(database, [BigInt(number)]) : [];
  if (!row || !report) throw new Refusal('day_report_not_found', 'This report does not exist.');
  return { report, content: JSON.parse(row.content) as DayContent, before: row.before };
}

/** Returns the numbers of reports that were changed, or whose predecessor was. Reads all reports. */
export async function brokenReports(database: Queryable): Promise<readonly bigint[]> {
  const { rows } = await database.query<{ number: bigint }>('select number from broken_day_reports()');
  return rows.map(({ number }) => number);
}
