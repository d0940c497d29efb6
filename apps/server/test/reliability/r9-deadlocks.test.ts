import { CallRefused, createClient, endpoints } from '@florin/contract';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pool } from '../../src/platform/database/pool.ts';
import { createTestDatabase } from '../test-database.ts';
import { randomCommand, type CommandKind } from './commands.ts';
import { reportFigures } from './figures.ts';
import { newMembers, type Member } from './members.ts';
import { randomFrom, type Random } from './random.ts';
import { createServerBooks, expectCleanLedgers, type ServerBooks } from './server-books.ts';
import type { ServerProcess } from './server-process.ts';
import { witness } from './witness.ts';

/**
 * R9: five members run random commands with each other over two processes, and PostgreSQL detects no deadlock. 240
 * commands by default; FLORIN_CROSSINGS=20000 for the long form, FLORIN_RANDOM_SEED repeats a run.
 */
const wanted = Number(process.env['FLORIN_CROSSINGS'] ?? 240);
const seed = process.env['FLORIN_RANDOM_SEED'] ?? String(Date.now());
const kinds: readonly CommandKind[] = ['send', 'withdraw', 'exchange', 'buy', 'sell', 'deposit'];
const askers = 48;

let books: ServerBooks;
let servers: [ServerProcess, ServerProcess];
let crowd: Member[];
beforeAll(async () => {
  books = await createServerBooks();
  servers = [await books.start(), await books.start()];
  const clientOf = (token: string | null) => servers[0].clientOf(token);
  crowd = await newMembers({ ownerPool: books.main.ownerPool, clientOf }, 5);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await books.close();
});

const watched = witness();

test(
  `${wanted} concurrent commands of five members cause no deadlock (seed ${seed})`,
  { timeout: 3_600_000 },
  async () => {
    const progress: Progress = { left: wanted, done: new Map() };
    await Promise.all(Array.from({ length: askers }, (_, i) => askOn(randomFrom(`${seed}/${i}`), progress)));
    expect([...watched.problems]).toEqual([]);
    await Promise.all(servers.map((server) => server.stop())); // a connection reports its statistics when it ends
    await expectCleanLedgers(books);
    reportFigures('R9', { seed, commands: wanted, ...Object.fromEntries(progress.done), deadlocks: 0 });
  },
);

type Progress = { left: number; readonly done: Map<string, number> };

async function askOn(random: Random, progress: Progress) {
  while (progress.left > 0) {
    progress.left -= 1;
    const act = drawAct(random);
    const isDone = await act.run().then(() => true, refused);
    const counted = isDone ? act.name : `${act.name} rejected`;
    progress.done.set(counted, (progress.done.get(counted) ?? 0) + 1);
  }
}

/** Accepts a conflict: usually another command was faster, for example the request was already declined. */
function refused(error: unknown): false {
  if (error instanceof CallRefused && error.status === 409) return false;
  throw error;
}

type Act = { readonly name: string; readonly run: () => Promise<unknown> };

function drawAct(random: Random): Act {
  const [one, other] = drawTwo(random);
  const client = clientOf(random, one);
  const draw = random();
  if (draw < 0.6) {
    const command = randomCommand(random, crowd, kinds);
    return { name: command.kind, run: () => command.run(clientOf(random, command.member)) };
  }
  if (draw < 0.7) {
    const body = { recipient_email: other.email, amount: '0.50' };
    return { name: 'request', run: () => client.call(endpoints.requestMoney, { body }) };
  }
  if (draw < 0.8) return { name: 'end a request', run: () => endRequest(random, one) };
  if (draw < 0.9) {
    const body = { recipient_email: `nobody-${Math.floor(random() * 5)}@florin.example`, amount: '0.50' };
    return { name: 'send to a new address', run: () => client.call(endpoints.sendMoney, { body }) };
  }
  return { name: 'cancel', run: () => cancelSomething(random, one) };
}

function drawTwo(random: Random): [Member, Member] {
  const [from, shift] = [Math.floor(random() * crowd.length), 1 + Math.floor(random() * (crowd.length - 1))];
  const [one, other] = [crowd[from], crowd[(from + shift) % crowd.length]];
  if (!one || !other) throw new Error('the crowd is too small');
  return [one, other];
}

/** Returns a client of one of the two processes. */
function clientOf(random: Random, { token }: Member) {
  const { origin } = servers[random() < 0.5 ? 0 : 1];
  return createClient({ origin, fetch: watched.fetch, token: () => token });
}

/** Pays, declines or cancels an open request. Several commands may try to end the same request at once. */
async function endRequest(random: Random, member: Member) {
  const client = clientOf(random, member);
  const open = await client.call(endpoints.listPaymentRequests, { query: { state: 'open' } });
  const request = open[Math.floor(random() * open.length)];
  if (!request) return;
  const call = { params: { id: request.id } };
  if (request.direction === 'outgoing') await client.call(endpoints.cancelRequest, call);
  else if (random() < 0.7) await client.call(endpoints.payRequest, call);
  else await client.call(endpoints.declineRequest, call);
}

/** Cancels a withdrawal or a held send, perhaps while the bank's job processes it. */
async function cancelSomething(random: Random, member: Member) {
  const client = clientOf(random, member);
  const lines = await client.call(endpoints.listTransactions, { query: { limit: 50 } });
  const waiting = lines.filter(({ status }) => status === 'pending');
  const line = waiting[Math.floor(random() * waiting.length)];
  if (line) await client.call(endpoints.cancelTransaction, { params: { id: line.id } });
}

test('PostgreSQL counts a deadlock when one happens', async () => {
  const other = await createTestDatabase();
  await other.ownerPool.query('create table rows (id int primary key); insert into rows values (1), (2)');
  const [one, another] = [await lock(other.ownerPool, 1), await lock(other.ownerPool, 2)];
  await Promise.allSettled([lockToo(one, 2), lockToo(another, 1)]);
  await expect.poll(() => deadlocksOf(other.ownerPool), { timeout: 50_000 }).toBe(1n);
  await other.close();
});

async function lock(pool: Pool, row: number) {
  const client = await pool.connect();
  await client.query(`begin; set local deadlock_timeout = '10ms'`);
  await client.query('select from rows where id = $1 for update', [row]);
  return client;
}

async function lockToo(client: PoolClient, row: number) {
  try {
    await client.query('select from rows where id = $1 for update', [row]);
  } finally {
    client.release(true); // it reports its statistics when it ends
  }
}

async function deadlocksOf(pool: Pool) {
  const { rows } = await pool.query<{ deadlocks: bigint }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks;
}
