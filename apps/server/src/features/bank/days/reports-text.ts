import type { DayReport } from '@florin/contract';
import { textTable } from '../../../platform/text-table.ts';
import { brokenReports, listReports } from './list-days.ts';
import type { Queryable } from '../../../platform/database/pool.ts';

/** All reports, oldest first, and the numbers of changed reports. */
export type CheckedReports = { readonly reports: readonly DayReport[]; readonly broken: readonly bigint[] };

/** Reads all reports and checks their chain of hashes. */
export async function checkReports(database: Queryable): Promise<CheckedReports> {
  const reports: DayReport[] = [];
  let before: string | undefined;
  do {
    const page = await listReports(database, before, 1_000);
    reports.push(...page.reports);
    before = page.older ?? undefined;
  } while (before !== undefined);
  return { reports: reports.toReversed(), broken: await brokenReports(database) };
}

export function reportsTable({ reports, broken }: CheckedReports): string {
  if (reports.length === 0) return 'No day is closed yet.';
  return [
    reportRows(reports),
    '',
    broken.length === 0
      ? `${reports.length} reports, the chain of hashes is whole. Record the last hash elsewhere.`
      : `CHANGED: reports ${broken.join(', ')}.`,
  ].join('\n');
}

/** Returns the reports as a table, each with its whole hash. */
export const reportRows = (reports: readonly DayReport[]): string =>
  textTable(
    [
      ['Report', 'Day', 'Account', 'Closing', '', 'Lines', 'Late', 'Closed by', 'SHA-256'],
      ...reports.map(({ number, day, account, closing_exact, currency, lines, late_lines, closed_by, hash }) => [
        String(number),
        day,
        account,
        closing_exact,
        currency,
        String(lines),
        String(late_lines),
        closed_by,
        hash,
      ]),
    ],
    3,
  ).join('\n');
