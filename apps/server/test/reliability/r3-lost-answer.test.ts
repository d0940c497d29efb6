import { createClient, type Transaction } from '@florin/contract';
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
 * R3: the connection breaks before a commit, between a commit and its answer, or while the statement is on its way.
 * Only the database can tell these cases apart. 15 lost answers by default; FLORIN_LOST_ANSWERS=1000 for the long form,
 * FLORIN_RANDOM_SEED repeats a failure.
 */
const wanted = Number(process.env['FLORIN_LOST_ANSWERS'] ?? 15);
const seed = process.env['FLORIN_RANDOM_SEED'] ?? String(Date.now());
const kinds: readonly CommandKind[] = ['send', 'buy', 'sell', 'withdraw', 'exchange'];
const askers = 32;
const people = 4;

let books: ServerBooks;
let wire: FaultyWire;
let server: ServerProcess;
beforeAll(async () => {
  books = await createServerBooks();
  wire = await faultyWire(books.main.address);
  server = await books.start({ DATABASE_URL: urlOf(wire.address) });
});
afterAll(async () => {
  await server.stop();
  await wire.close();
  await books.close();
});

const watched = witness();
const clientOf = (token: string | null) =>
  createClient({ origin: server.origin, fetch: watched.fetch, token: () => token });
const ask: Ask = (command) => command.run(clientOf(command.member.token));

const lost: Fault = { fault: 'reset', when: 'after' };
const choices: readonly Fault[] = [
  lost,
  lost,
  lost,
  lost,
  { fault: 'reset', when: 'during' },
  { fault: 'reset', when: 'before' },
  { fault: 'delay', ms: 20 },
];
/** Half of the calls of the ledger fail, and one in a hundred of the other statements. */
const share = ({ statement }: Exchange) => (statement === 'post' ? 0.5 : 0.01);

type Done = { readonly command: Command; readonly answer: Transaction };
/** A command whose answer was lost and whose entry was then found in the books. */
type Lost = Done & { readonly entry: Entry };

test(
  `a retry returns the first result after ${wanted} lost answers (seed ${seed})`,
  { timeout: 3_600_000 },
  async () => {
    const crowd = await newCrowd();
    const before = await entriesByKind(books.main.ownerPool);
    const faults = seededFaults({ seed, share, choices });
    wire.spoil(faults);
    const [done, lostOnes]: [Done[], Lost[]] = [[], []];
    await Promise.all(
      Array.from({ length: askers }, (_, i) => askUntilEnough(randomFrom(`${seed}/${i}`), crowd, done, lostOnes)),
    );
    wire.heal();

    expect([...watched.problems]).toEqual([]);
    await expectOnceEach(
      books.main.ownerPool,
      done.map(({ command }) => command),
      before,
    );
    await expectFirstResults(lostOnes);
    await expectCleanLedgers(books);
    reportFigures('R3', {
      seed,
      'lost answers': lostOnes.length,
      commands: done.length,
      ...Object.fromEntries(faults.met),
    });
  },
);

/** Answers are lost on the way to the main database, so at least two members must have their money there. */
async function newCrowd(): Promise<Member[]> {
  const { ownerPool } = books.main;
  const crowd = await newMembers({ ownerPool, clientOf }, people);
  for (;;) {
    const { rows } = await ownerPool.query(
      `select distinct owner from ledger.accounts where kind = 'wallet' and owner = any ($1)`,
      [crowd.map(({ id }) => id)],
    );
    if (rows.length >= 2) return crowd;
    crowd.push(...(await newMembers({ ownerPool, clientOf }, 1)));
  }
}

async function askUntilEnough(random: Random, crowd: readonly Member[], done: Done[], lostOnes: Lost[]) {
  while (lostOnes.length < wanted) {
    const command = randomCommand(random, crowd, kinds);
    const answer = await answerOf(ask, command);
    const entry = answer ? undefined : await findEntry(command);
    const settled = { command, answer: answer ?? (await resolveOnce(ask, command)) };
    done.push(settled);
    if (entry) lostOnes.push({ ...settled, entry });
  }
}

type Entry = { readonly id: bigint; readonly recorded_at: Date };

async function findEntry({ entryKey }: Command): Promise<Entry | undefined> {
  const { rows } = await books.main.ownerPool.query<Entry>('select id, recorded_at from books.entries where key = $1', [
    entryKey,
  ]);
  return rows[0];
}

/** Expects each final answer to be the line of the entry that was already posted when the answer was lost. */
async function expectFirstResults(lostOnes: readonly Lost[]) {
  const { rows } = await books.main.ownerPool.query<{ line: string; entry_id: bigint }>(
    `select account_id || '-' || seq as line, entry_id from books.postings where entry_id = any ($1)`,
    [lostOnes.map(({ entry }) => entry.id)],
  );
  const entryOfLine = new Map(rows.map(({ line, entry_id }) => [line, entry_id]));
  for (const { command, answer, entry } of lostOnes) {
    const found = command.kind === 'withdraw' ? BigInt(answer.id.slice(1)) : entryOfLine.get(answer.id);
    expect(found, `the repeated ${command.kind}`).toBe(entry.id);
  }
  // A withdrawal's date changes with its status.
  for (const { answer, entry } of lostOnes.filter(({ command }) => command.kind !== 'withdraw'))
    expect(new Date(answer.date)).toEqual(entry.recorded_at);
}
