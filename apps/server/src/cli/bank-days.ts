import { InvalidArgumentError, type Command } from 'commander';
import { pino } from 'pino';
import {
  checkReports,
  closeDay,
  keepOperatorAccounts,
  nextDay,
  reportRows,
  reportsByNumber,
  reportsTable,
} from '../features/bank/index.ts';
import { operatorAccountsOf } from '../choose-providers.ts';
import { parseConfig } from '../config.ts';
import { joinDatabase } from '../open-database.ts';
import type { Pool } from '../platform/database/pool.ts';
import type { OperatorAccount } from '../providers/bank/bank.ts';
import { Mismatch, type Terminal } from './command-problem.ts';

/** Adds `bank close-day` and `bank reports`. */
export function addDays(bank: Command, terminal: Terminal) {
  bank
    .command('close-day')
    .summary('close a day of all bank accounts')
    .description(
      'Close a day: make a report of each bank account that never changes. Refused while bank and books differ or a ' +
        'line is not booked. Without a day, close the one that /operations proposes.',
    )
    .argument('[day]', 'such as 2026-11-27', dayOf)
    .action((day?: string) =>
      withAccounts(terminal, async (pool, operatorAccounts) => {
        const dependencies = { pool, operatorAccounts };
        const chosen = day ?? (await nextDay(dependencies)).next;
        if (chosen === null) throw new Mismatch('Today is closed already.');
        const numbers = await closeDay(dependencies, { operator: 'command line' }, chosen);
        terminal.print(reportRows(await reportsByNumber(pool, numbers)));
      }),
    );
  bank
    .command('reports')
    .summary('list the reports of closed days and check that none was changed')
    .description('List the reports of closed days with their hashes. The exit code is 1 if a report was changed.')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: true }) =>
      withAccounts(terminal, async (pool) => {
        const checked = await checkReports(pool);
        const { reports, broken } = checked;
        terminal.print(json ? JSON.stringify(reports, null, 2) : reportsTable(checked));
        if (broken.length > 0) throw new Mismatch(`Changed reports: ${broken.join(', ')}.`);
      }),
    );
}

function dayOf(text: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError('Write a day such as 2026-11-27.');
  return text;
}

async function withAccounts(
  { env, note }: Terminal,
  work: (pool: Pool, accounts: readonly OperatorAccount[]) => Promise<void>,
) {
  const config = parseConfig(env);
  const accounts = operatorAccountsOf(config, pino({ level: 'warn' }, pino.destination(process.stderr.fd)));
  const database = await joinDatabase(config, note);
  try {
    await keepOperatorAccounts(database.pool, accounts);
    await work(database.pool, accounts);
  } finally {
    await database.close();
  }
}
