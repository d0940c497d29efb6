import { randomUUID } from 'node:crypto';
import { createClient, endpoints, type Client } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type App } from '../../src/app.ts';
import { chooseProviders } from '../../src/choose-providers.ts';
import { openPool, type Pool } from '../../src/platform/database/pool.ts';
import { faultyWire, type FaultyWire } from '../faulty-wire/faulty-wire.ts';
import { fetchThrough } from '../fetch-through.ts';
import { testConfig, testMasterKey } from '../test-app.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { countEntries, expectCleanBooks } from './books.ts';
import { newPerson, type Person } from './people.ts';

// R8: the same failure every time, without jobs whose statements would be counted too.

let database: TestDatabase;
let wire: FaultyWire;
let pool: Pool;
let app: App;
let payer: Person;
let payee: Person;
beforeAll(async () => {
  database = await createTestDatabase();
  wire = await faultyWire(database.address);
  pool = openPool(wire.address, { size: 4 });
  const config = testConfig();
  const logger = pino({ level: 'silent' });
  app = await buildApp({ config, pool, logger, providers: chooseProviders(config), masterKey: testMasterKey });
  [payer, payee] = [await newPerson(clientOf(null), clientOf, '20.00'), await newPerson(clientOf(null), clientOf)];
});
afterAll(async () => {
  await app.close();
  await pool.end();
  await wire.close();
  await expectCleanBooks(database.ownerPool);
  await database.close();
});

const clientOf = (token: string | null): Client =>
  createClient({ origin: '', fetch: fetchThrough(app.http), token: () => token });

/** Makes matching statements fail after they ran. Returns a function that counts the attempts. */
function fail(isIt: (statement: string) => boolean, sqlState: string) {
  let attempts = 0;
  wire.spoil(({ statement }) => {
    if (!isIt(statement)) return undefined;
    attempts += 1;
    return { fault: 'error', sqlState, when: 'after' };
  });
  return () => attempts;
}

/** The first two errors ask for a retry. The third error is a lock timeout, which is not retried. */
const cases = [
  { sqlState: '40001', maxAttempts: 8 },
  { sqlState: '40P01', maxAttempts: 8 },
  { sqlState: '55P03', maxAttempts: 1 },
];
/** The error leaves the outcome open: after a lost answer the caller cannot know whether the command took effect. */
const unavailable = (nextStep: string) => ({
  status: 503,
  body: {
    code: 'database_unavailable',
    detail: `Florin cannot reach its database right now. Your request may have gone through${nextStep}`,
  },
});

test.each(cases)(
  'a batch that always fails with $sqlState runs at most $maxAttempts times',
  async ({ sqlState, maxAttempts }) => {
    const body = { recipient_email: payee.email, amount: '1.00' };
    const key = { idempotencyKey: randomUUID() };
    const send = () => clientOf(payer.token).call(endpoints.sendMoney, { body }, key);
    const before = await countEntries(database.ownerPool, 'send');
    const attempts = fail((statement) => statement === 'post', sqlState);
    await expect(send()).rejects.toMatchObject(unavailable('. Trying again is safe: Florin does it only once.'));
    expect(attempts()).toBe(maxAttempts);
    expect(await countEntries(database.ownerPool, 'send'), 'no partial effect').toBe(before);
    wire.heal();
    const sent = await send();
    expect(await send()).toEqual(sent);
    expect(await countEntries(database.ownerPool, 'send')).toBe(before + 1);
  },
);

test.each(['insert into payment_requests', 'commit'].flatMap((step) => cases.map((one) => ({ step, ...one }))))(
  'a transaction whose "$step" always fails with $sqlState runs at most $maxAttempts times',
  async ({ step, sqlState, maxAttempts }) => {
    const body = { recipient_email: payer.email, amount: '1.00' };
    const request = () => clientOf(payee.token).call(endpoints.requestMoney, { body });
    const requests = async () => (await database.ownerPool.query('select from payment_requests')).rowCount ?? 0;
    const before = await requests();
    const attempts = fail((statement) => statement.startsWith(step), sqlState);
    await expect(request()).rejects.toMatchObject(unavailable('. Check before you try again.'));
    expect(attempts()).toBe(maxAttempts);
    expect(await requests(), 'no partial effect').toBe(before);
    wire.heal();
    await request();
    expect(await requests()).toBe(before + 1);
  },
);

test.each(cases)('a single statement that always fails with $sqlState runs at most $maxAttempts times', async (one) => {
  const stranger = `${randomUUID()}@florin.example`;
  const body = { recipient_email: stranger, amount: '1.00' };
  const key = { idempotencyKey: randomUUID() };
  const send = () => clientOf(payer.token).call(endpoints.sendMoney, { body }, key);
  const written = async () => {
    const { rowCount } = await database.ownerPool.query(
      'select from held_sends s join invitees i on i.id = s.invitee_id where i.email = $1',
      [stranger],
    );
    return rowCount;
  };
  const attempts = fail((statement) => statement.startsWith('insert into held_sends'), one.sqlState);
  await expect(send()).rejects.toMatchObject(unavailable('. Trying again is safe: Florin does it only once.'));
  expect(attempts()).toBe(one.maxAttempts);
  expect(await written(), 'no partial effect').toBe(0);
  wire.heal();
  const sent = await send();
  expect(await send()).toEqual(sent);
  expect(await written()).toBe(1);
});

test.each(['40001', '40P01'])(
  'a single statement that fails three times with %s and then succeeds goes unnoticed',
  async (sqlState) => {
    const body = { recipient_email: `${randomUUID()}@florin.example`, amount: '1.00' };
    let left = 3;
    wire.spoil(({ statement }) => {
      if (!statement.startsWith('insert into held_sends') || left === 0) return undefined;
      left -= 1;
      return { fault: 'error', sqlState, when: 'after' };
    });
    expect(await clientOf(payer.token).call(endpoints.sendMoney, { body })).toMatchObject({ status: 'pending' });
    expect(left).toBe(0);
    wire.heal();
  },
);
