import { Readable } from 'node:stream';
import { bookLines } from '../src/features/bank/book-lines.ts';
import { importBankFile, type ImportReport } from '../src/features/bank/import-file.ts';
import { camt053, type GivenLine, type GivenStatement } from './camt053.ts';
import { listedNames } from './listed-names.ts';
import { account, iban } from './main-account.ts';
import type { TestApp } from './test-app.ts';

const settings = { operatorAccounts: [account], thirdPartyDeposits: 'review', ...listedNames } as const;
const datesOfLines = /<(BookgDt|ValDt)><Dt>[^<]*<\/Dt><\/\1>/g;

/** Removes the dates of all lines. */
const withoutDates = (text: string): string => text.replace(datesOfLines, '');

/** Makes a report without balances of a statement. */
const asReport = (text: string): string =>
  text.replaceAll('camt.053', 'camt.052').replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt').replaceAll('Stmt>', 'Rpt>');

const asNotification = (text: string): string =>
  text
    .replaceAll('camt.053', 'camt.054')
    .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
    .replaceAll('Stmt>', 'Ntfctn>');

/** Adds the period that a report is about. */
const withPeriod = (text: string, day: string): string =>
  text.replace('<Acct>', `<FrToDt><FrDtTm>${day}T00:00:00</FrDtTm><ToDtTm>${day}T14:00:00</ToDtTm></FrToDt><Acct>`);

let files = 0;

/** Imports texts as bank files of the main account, and books their lines. */
export function bankFiles(florin: () => TestApp) {
  const imported = async (text: string): Promise<ImportReport> => {
    const { pool } = florin().database;
    const open = () => Readable.from([Buffer.from(text.replace('TEST', `M${(files += 1)}`))]);
    const report = await importBankFile({ pool, accounts: [account] }, { name: `${files}.xml`, open });
    await bookLines({ ...florin().app.dependencies, ...settings });
    return report;
  };
  const statementText = (given: Partial<GivenStatement>) => camt053([{ iban, currency: 'EUR', ...given }]);
  const reportText = (lines: readonly GivenLine[]) => asReport(statementText({ lines }));
  return {
    imported,
    statement: (given: Partial<GivenStatement>) => imported(statementText(given)),
    undatedStatement: (given: Partial<GivenStatement>) => imported(withoutDates(statementText(given))),
    report: (...lines: readonly GivenLine[]) => imported(reportText(lines)),
    undatedReport: (...lines: readonly GivenLine[]) => imported(withoutDates(reportText(lines))),
    undatedNotification: (...lines: readonly GivenLine[]) =>
      imported(withoutDates(asNotification(statementText({ lines })))),
    /** A report that names its day once, and not in its lines. */
    reportOf: (day: string, ...lines: readonly GivenLine[]) =>
      imported(withPeriod(withoutDates(reportText(lines)), day)),
  };
}

/** Returns the number of new lines in all statements of a file. */
export const newLinesOf = ({ statements }: ImportReport): number =>
  statements.reduce((sum, { newLines }) => sum + newLines, 0);
