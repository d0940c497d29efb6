import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testMasterKey } from '../../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { buildApp, type App } from '../../app.ts';
import { chooseProviders } from '../../choose-providers.ts';
import { parseConfig } from '../../config.ts';

let database: TestDatabase;
let app: App;
beforeAll(async () => {
  database = await createTestDatabase();
  const config = parseConfig({ FLORIN_SEED: 'off', FLORIN_RATE_LIMITS: 'off' });
  app = await buildApp({
    config,
    pool: database.pool,
    logger: pino({ level: 'silent' }),
    providers: chooseProviders(config),
    masterKey: testMasterKey,
  });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function ready() {
  const { statusCode, headers, body } = await app.http.inject({ url: '/readyz' });
  return { ...(JSON.parse(body) as { reason?: string }), status: statusCode, retryAfter: headers['retry-after'] };
}

const isAlive = async () => (await app.http.inject({ url: '/healthz' })).statusCode === 200;

/** Runs SQL as the owner. A changed setting applies to the application from its next transaction. */
const asOwner = (sql: string) => database.ownerPool.query(sql);

describe('the readiness check', () => {
  test('the server is ready when the database accepts writes and the ledger can be called', async () => {
    expect(await ready()).toMatchObject({ status: 200 });
  });

  test('the server is alive but not ready without the right to call the ledger', async () => {
    await asOwner('revoke usage on schema ledger from florin_app');
    expect(await ready()).toMatchObject({ status: 503, reason: 'ledger_not_callable', retryAfter: '1' });
    expect(await isAlive()).toBe(true);
    await asOwner('grant usage on schema ledger to florin_app');
    expect(await ready()).toMatchObject({ status: 200 });
  });

  test('the server is not ready when the database is read-only', async () => {
    for (const [name, expected] of [
      ['on', { status: 503, reason: 'database_read_only' }],
      ['off', { status: 200 }],
    ] as const) {
      // Acquiring all 16 connections changes the setting on each of them.
      const clients = await Promise.all(Array.from({ length: 16 }, () => database.pool.connect()));
      await Promise.all(clients.map((client) => client.query(`set default_transaction_read_only = ${name}`)));
      for (const client of clients) client.release();
      expect(await ready()).toMatchObject(expected);
    }
  });

  test('the server is not ready when the database takes longer than a second, and sends one query for all checks', async () => {
    const clients = await Promise.all(Array.from({ length: 16 }, () => database.pool.connect()));
    const answers = await Promise.all([ready(), ready(), ready()]);
    expect(database.pool.waitingCount).toBe(1);
    for (const client of clients) client.release();
    for (const answer of answers) expect(answer).toMatchObject({ status: 503, reason: 'database_unavailable' });
    await expect.poll(ready).toMatchObject({ status: 200 });
  });

  test('the server is ready while the ledger is closed, because reads still work', async () => {
    await asOwner(`insert into ledger.closures (reason) values ('a test')`);
    expect(await ready()).toMatchObject({ status: 200 });
    await asOwner('update ledger.closures set reopened_at = now()');
  });

  test('the server is alive but not ready while it stops', async () => {
    app.drain();
    expect(await ready()).toMatchObject({ status: 503, reason: 'stopping' });
    expect(await isAlive()).toBe(true);
  });
});
