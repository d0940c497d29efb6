import { createClient } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Exchange, Fault } from '../faulty-wire/exchange.ts';
import { faultyWire, type FaultyWire } from '../faulty-wire/faulty-wire.ts';
import { seededFaults } from '../faulty-wire/seeded-faults.ts';
import { randomCommand, type Command, type CommandKind } from './commands.ts';
import { reportFigures } from './figures.ts';
import { newMembers, type Member } from './members.ts';
import { answerOf, entriesByKind, expectOnceEach, resolveOnce, type Ask } from './outcomes.ts';
import { randomFrom, type Random } from './random.ts';
import { urlOf } from '../test-database.ts';
import { createServerBooks, expectCleanLedgers, type ServerBooks } from './server-books.ts';
import type { ServerProcess } from './server-process.ts';
import { witness } from './witness.ts';

/**
 * R8: a fifth of all transactions fails with 40001, 40P01 or 55P03, before they ran or just before their commit. 60
 * commands by default; FLORIN_INJECTED=3000 for the long form, FLORIN_RANDOM_SEED repeats a failure.
 */
const wanted = Number(process.env['FLORIN_INJECTED'] ?? 60);
const seed = process.env['FLORIN_RANDOM_SEED'] ?? String(Date.now());
const kinds: readonly CommandKind[] = ['send', 'withdraw', 'exchange', 'buy', 'sell', 'deposit'];
const askers = 12;
const sqlStates = ['40001', '40P01', '55P03'] as const;

let books: ServerBooks;
let wire: FaultyWire;
let server: ServerProcess;
let crowd: Member[];
beforeAll(async () => {
  books = await createServerBooks();
  wire = await faultyWire(books.main.address);
  server = await books.start({ DATABASE_URL: urlOf(wire.address) });
  crowd = await newMembers({ ownerPool: books.main.ownerPool, clientOf }, 4);
});
afterAll(async () => {
  await server.stop();
  await wire.close();
  await expectCleanLedgers(books);
  await books.close();
});

const watched = witness();
const clientOf = (token: string | null) =>
  createClient({ origin: server.origin, fetch: watched.fetch, token: () => token });

/** Makes the next attempt continue a failed attempt's charge immediately, not after its time limit. */
const ask: Ask = async (command) => {
  if (command.kind === 'deposit')
    await books.main.ownerPool.query(
      `update charges set working_until = now() where id = $1 and state in ('started', 'charged')`,
      [command.entryKey],
    );
  return command.run(clientOf(command.member.token));
};

const choices: readonly Fault[] = sqlStates.flatMap((sqlState) => [
  { fault: 'error', sqlState, when: 'before' } as const,
  { fault: 'error', sqlState, when: 'after' } as const,
]);

/** A fifth of the single-statement transactions and of the commits, and a few of the statements in between. */
function share({ statement, inTransaction }: Exchange): number {
  if (statement === 'rollback') return 0;
  return statement === 'commit' || (!inTransaction && statement !== 'begin') ? 0.2 : 0.02;
}

test(
  `${wanted} commands have one effect each despite injected database errors (seed ${seed})`,
  { timeout: 3_600_000 },
  async () => {
    const before = await entriesByKind(books.main.ownerPool);
    const faults = seededFaults({ seed, share, choices });
    wire.spoil(faults);
    const progress: Progress = { begun: 0, done: [], atOnce: 0 };
    await Promise.all(Array.from({ length: askers }, (_, i) => askOn(randomFrom(`${seed}/${i}`), progress)));
    wire.heal();
    expect([...watched.problems]).toEqual([]);
    await expectOnceEach(books.main.ownerPool, progress.done, before);
    reportFigures('R8', {
      seed,
      commands: wanted,
      'answered at the first attempt': progress.atOnce,
      ...Object.fromEntries(faults.met),
    });
  },
);

type Progress = { begun: number; readonly done: Command[]; atOnce: number };

async function askOn(random: Random, progress: Progress) {
  while (progress.begun < wanted) {
    progress.begun += 1;
    const command = randomCommand(random, crowd, kinds);
    if (await answerOf(ask, command)) progress.atOnce += 1;
    else await resolveOnce(ask, command);
    progress.done.push(command);
  }
}
