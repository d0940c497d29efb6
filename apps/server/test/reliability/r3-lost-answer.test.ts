import { createClient, type Transaction } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Exchange, Fault } from '../faulty-wire/exchange.ts';
import { faultyWire, type FaultyWire } from '../faulty-wire/faulty-wire.ts';
import { seededFaults } from '../faulty-wire/seeded-faults.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { expectCleanBooks } from './books.ts';
import { randomCommand, type Command, type CommandKind } from './commands.ts';
import { tell } from './figures.ts';
import { newMembers, type Member } from './members.ts';
import { answerOf, entriesByKind, expectOnceEach, resolveOnce, type Ask } from './outcomes.ts';
import { randomFrom, type Random } from './random.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { witness } from './witness.ts';

/**
 * R3: the connection dies between a commit and its answer; and before it, and with the statement on its way, which only
 * the database can tell apart. 15 lost answers in the gate; FLORIN_LOST_ANSWERS=1000 for the long form, FLORIN_RANDOM_SEED
 * to see a failure again.
 */
const wanted = Number(process.env['FLORIN_LOST_ANSWERS'] ?? 15);
const seed = process.env['FLORIN_RANDOM_SEED'] ?? String(Date.now());
const kinds: readonly CommandKind[] = ['send', 'buy', 'sell', 'withdraw', 'exchange'];
const askers = 32;
const people = 4;

let database: TestDatabase;
let wire: FaultyWire;
let server: ServerProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  wire = await faultyWire(database.address);
  server = await startServerProcess(wire.address);
});
afterAll(async () => {
  await server.stop();
  await wire.close();
  await database.close();
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
/** Half of the calls of the ledger, and a little of all else. */
const share = ({ statement }: Exchange) => (statement === 'post' ? 0.5 : 0.01);

type Done = { readonly command: Command; readonly answer: Transaction };
/** A command whose entry was found in the books when its answer had been lost. */
type Lost = Done & { readonly entry: Entry };

test(`over ${wanted} lost answers a retry gives the first result (seed ${seed})`, { timeout: 3_600_000 }, async () => {
  const crowd = await newMembers({ ownerPool: database.ownerPool, clientOf }, people);
  const before = await entriesByKind(database.ownerPool);
  const faults = seededFaults({ seed, share, choices });
  wire.spoil(faults);
  const [done, lostOnes]: [Done[], Lost[]] = [[], []];
  await Promise.all(
    Array.from({ length: askers }, (_, i) => askUntilEnough(randomFrom(`${seed}/${i}`), crowd, done, lostOnes)),
  );
  wire.heal();

  expect([...watched.problems]).toEqual([]);
  await expectOnceEach(
    database.ownerPool,
    done.map(({ command }) => command),
    before,
  );
  await expectFirstResults(lostOnes);
  await expectCleanBooks(database.ownerPool);
  tell('R3', { seed, 'lost answers': lostOnes.length, commands: done.length, ...Object.fromEntries(faults.met) });
});

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
  const { rows } = await database.ownerPool.query<Entry>('select id, recorded_at from books.entries where key = $1', [
    entryKey,
  ]);
  return rows[0];
}

/** What was answered in the end is the line of the entry that stood when the answer was lost: its hold or its posting. */
async function expectFirstResults(lostOnes: readonly Lost[]) {
  const { rows } = await database.ownerPool.query<{ line: string; entry_id: bigint }>(
    `select account_id || '-' || seq as line, entry_id from books.postings where entry_id = any ($1)`,
    [lostOnes.map(({ entry }) => entry.id)],
  );
  const entryOfLine = new Map(rows.map(({ line, entry_id }) => [line, entry_id]));
  for (const { command, answer, entry } of lostOnes) {
    const found = command.kind === 'withdraw' ? BigInt(answer.id.slice(1)) : entryOfLine.get(answer.id);
    expect(found, `a ${command.kind} answered again`).toBe(entry.id);
  }
  // A withdrawal's date moves on with it.
  for (const { answer, entry } of lostOnes.filter(({ command }) => command.kind !== 'withdraw'))
    expect(new Date(answer.date)).toEqual(entry.recorded_at);
}
