import type { Command } from 'commander';
import { parseConfig } from '../config.ts';
import { describeLedgers, type LedgerState } from '../describe-ledgers.ts';
import { joinAsOwner } from '../open-database.ts';
import { textTable } from '../platform/text-table.ts';
import { Mismatch, type Terminal } from './command-problem.ts';

/** Adds `ledgers`. */
export function addLedgers(program: Command, terminal: Terminal) {
  program
    .command('ledgers')
    .description('the databases that members’ money is in')
    .command('list', { isDefault: true })
    .summary('list the ledgers')
    .description('List the main ledger and those of FLORIN_LEDGERS. The exit code is 1 if one cannot be reached.')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: true }) => list(json === true, terminal));
}

async function list(json: boolean, { env, print, note }: Terminal) {
  const config = parseConfig(env);
  const database = await joinAsOwner(config, note);
  try {
    const states = await describeLedgers(database.ownerPool, config);
    print(json ? JSON.stringify(states, null, 2) : tableOf(states));
    const problems = states.flatMap(({ ledger, problem }) =>
      problem === null ? [] : [`Ledger ${ledger}: ${problem}`],
    );
    if (problems.length > 0) throw new Mismatch(problems.join('\n'));
  } finally {
    await database.close();
  }
}

function tableOf(states: readonly LedgerState[]): string {
  const rows = states.map(({ ledger, address, problem, slots, accounts, closed }) => [
    String(ledger),
    address,
    problem === null ? 'yes' : 'no',
    closed === null ? '' : closed ? 'yes' : 'no',
    String(slots),
    String(accounts ?? ''),
  ]);
  return textTable([['ledger', 'address', 'reachable', 'closed', 'slots', 'wallets'], ...rows], 4).join('\n');
}
