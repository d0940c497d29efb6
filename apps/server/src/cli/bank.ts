import { existsSync } from 'node:fs';
import path from 'node:path';
import { fiatCodes } from '@florin/money';
import type { Command } from 'commander';
import { pino } from 'pino';
import {
  BankFileProblem,
  bookLines,
  checkBankFiles,
  checkedJson,
  checkedTable,
  importBankFile,
  keepOperatorAccounts,
  problemText,
  readUnchanged,
  reportText,
} from '../features/bank/index.ts';
import { openNameScreening } from '../features/screening/index.ts';
import { operatorAccountsOf } from '../choose-providers.ts';
import { ConfigProblem, parseConfig } from '../config.ts';
import { addDays } from './bank-days.ts';
import { openLedger } from '../ledger/index.ts';
import { joinDatabase } from '../open-database.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { callersFolder } from './callers-folder.ts';
import { Mismatch, type Terminal } from './command-problem.ts';

/** Adds `bank check`, `bank import`, `bank close-day` and `bank reports`. */
export function addBank(program: Command, terminal: Terminal) {
  const bank = program.command('bank').description('bank statements and payment files');
  bank
    .command('check')
    .summary('read bank files and book nothing')
    .description(
      'Read bank files, or all bank files below folders, and print what they say. Book nothing. ' +
        'Formats: camt.052, 053 and 054, pain.001, pain.002, MT940, MT942, BAI2, NACHA, and ZIP files of them.',
    )
    .argument('<files or folders...>')
    .option('--json', 'print every statement and line as JSON')
    .action((paths: string[], { json }: { json?: true }) => check(paths, json === true, terminal));
  bank
    .command('import')
    .summary('import statements')
    .description('Import statements in the given order, each once. Stop at the first statement that does not fit.')
    .argument('<files...>')
    .option('--accept-gap', 'also import a statement whose number does not follow the last one')
    .action((files: string[], { acceptGap = false }: { acceptGap?: boolean }) =>
      importFiles(files, acceptGap, terminal),
    );
  addDays(bank, terminal);
}

function check(paths: readonly string[], json: boolean, { env, print }: Terminal) {
  const checked = [...checkBankFiles(callersFolder(env), paths)];
  print(json ? checkedJson(checked) : checkedTable(checked));
  const unreadable = checked.flatMap((one) => ('error' in one ? [one.file] : []));
  if (unreadable.length > 0) throw new Mismatch(`Not readable: ${unreadable.map(visibleLine).join(', ')}.`);
}

async function importFiles(names: readonly string[], acceptsGap: boolean, { env, print, note }: Terminal) {
  const config = parseConfig(env);
  const files = names.map((name) => path.resolve(callersFolder(env), name));
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new ConfigProblem(`Not found: ${missing.map(visibleLine).join(', ')}.`);
  const logger = pino({ level: 'warn' }, pino.destination(process.stderr.fd));
  const { mode, screeningDir, thirdPartyDeposits } = config;
  const accounts = operatorAccountsOf(config, logger);
  const screening = await openNameScreening({ folder: screeningDir, mode, logger });
  const database = await joinDatabase(config, note);
  try {
    const { pool, ledgers } = database;
    await keepOperatorAccounts(pool, accounts);
    for (const file of files) {
      const name = path.basename(file);
      try {
        print(
          reportText(await importBankFile({ pool, accounts }, { name, open: () => readUnchanged(file), acceptsGap })),
        );
      } catch (error) {
        if (error instanceof BankFileProblem) throw new Mismatch(problemText(name, error).trimEnd());
        throw error;
      }
    }
    const ledger = openLedger(pool, ledgers);
    await ledger.registerAssets(fiatCodes, 2);
    // Birth dates need the master key. Without birth dates, more names than necessary wait for an operator.
    const birthDateOf = async () => undefined;
    const dependencies = { pool, ledger, logger, thirdPartyDeposits, screening, birthDateOf };
    await bookLines({ ...dependencies, operatorAccounts: accounts });
  } finally {
    await database.close();
  }
}
