import { InvalidArgumentError, type Command } from 'commander';
import { parseConfig } from '../config.ts';
import { allSlots, describeLedgers, type LedgerState } from '../describe-ledgers.ts';
import { moveSlots, slotsOf, type SlotsMoved } from '../ledger/index.ts';
import { joinDatabase, joinInstallation } from '../open-database.ts';
import { Refusal } from '../platform/refusal.ts';
import { textTable } from '../platform/text-table.ts';
import { Mismatch, type Terminal } from './command-problem.ts';
import { sweepAll } from './sweep-ledgers.ts';

/** Adds `ledgers` and `ledgers move`. */
export function addLedgers(program: Command, terminal: Terminal) {
  const ledgers = program.command('ledgers').description('the databases that members’ money is in');
  ledgers
    .command('list', { isDefault: true })
    .summary('list the ledgers')
    .description('List the main ledger and those of FLORIN_LEDGERS. The exit code is 1 if one cannot be reached.')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: true }) => list(json === true, terminal));
  ledgers
    .command('sweep')
    .summary('check every entry of all ledgers')
    .description(
      'Check every entry of all ledgers, and what they paid each other, while Florin runs. Changes nothing. ' +
        'The exit code is 1 if something is wrong.',
    )
    .action(() => sweepAll(terminal));
  ledgers
    .command('move')
    .summary('move members to another ledger')
    .description(
      'Move a number of the 1,024 slots, with all their members, to another ledger, while Florin runs. ' +
        'Each member waits for less than a second. Members with reserved money move later, automatically.',
    )
    .argument('<slots>', 'how many slots', slotCount)
    .requiredOption('--to <ledger>', 'the ledger that gets the slots', number)
    .option('--from <ledger>', 'the ledger that gives them', number, 0)
    .action((slots: number, { from, to }: { from: number; to: number }) => move(slots, { from, to }, terminal));
}

function slotCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > allSlots)
    throw new InvalidArgumentError('It must be a whole number from 1 to 1,024.');
  return Number(text);
}

function number(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

async function move(count: number, { from, to }: { from: number; to: number }, { env, print, note }: Terminal) {
  const database = await joinDatabase(parseConfig(env), note);
  try {
    const pools = [database.pool, ...database.ledgers];
    for (const ledger of [from, to])
      if (!pools[ledger])
        throw new Mismatch(`There is no ledger ${ledger}. The last one is ledger ${pools.length - 1}.`);
    if (from === to) throw new Mismatch('Name two ledgers.');
    const slots = await slotsOf(database.pool, from);
    if (count > slots.length) throw new Mismatch(`Ledger ${from} has ${slots.length} slots.`);
    const sums = await moveSlots(pools, slots.slice(0, count), to, (so) => note(progressText(so, count))).catch(
      explainClosed,
    );
    print(
      `Ledger ${to} got ${sums.slots} slots of ledger ${from}, and ${sums.moved} members moved.` +
        (sums.waiting > 0 ? ` ${sums.waiting} members have reserved money and follow while Florin runs.` : ''),
    );
  } finally {
    await database.close();
  }
}

function explainClosed(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'ledger_read_only') throw error;
  throw new Mismatch(
    'A ledger is closed: npm run florin -- ledgers. Reopen it (docs/operate/incidents.md), then move the other slots.',
  );
}

const progressText = ({ slots, moved, waiting }: SlotsMoved, all: number) =>
  `${slots} of ${all} slots: ${moved} members moved, ${waiting} wait.`;

async function list(json: boolean, { env, print, note }: Terminal) {
  const config = parseConfig(env);
  const database = await joinInstallation(config, note);
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
