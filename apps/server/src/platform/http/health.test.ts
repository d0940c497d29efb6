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

/** The setting reaches the application with its next transaction, as that of a standby does. */
const asOwner = (sql: string) => database.ownerPool.query(sql);

describe('a server', () => {
  test('whose database takes writes and whose ledger can be called is ready', async () => {
    expect(await ready()).toMatchObject({ status: 200 });
  });

  test('that may not call the ledger is alive and not ready', async () => {
    await asOwner('revoke usage on schema ledger from florin_app');
    expect(await ready()).toMatchObject({ status: 503, reason: 'ledger_not_callable', retryAfter: '1' });
    expect(await isAlive()).toBe(true);
    await asOwner('grant usage on schema ledger to florin_app');
    expect(await ready()).toMatchObject({ status: 200 });
  });

  test('whose database takes no writes, as a standby does not, is not ready', async () => {
    for (const [name, expected] of [
      ['on', { status: 503, reason: 'database_read_only' }],
      ['off', { status: 200 }],
    ] as const) {
      // One after the other reaches every connection that is idle now.
      const clients = await Promise.all(Array.from({ length: 16 }, () => database.pool.connect()));
      await Promise.all(clients.map((client) => client.query(`set default_transaction_read_only = ${name}`)));
      for (const client of clients) client.release();
      expect(await ready()).toMatchObject(expected);
    }
  });

  test('whose database does not answer within a second is not ready, and asks it once for all who want to know', async () => {
    const clients = await Promise.all(Array.from({ length: 16 }, () => database.pool.connect()));
    const answers = await Promise.all([ready(), ready(), ready()]);
    expect(database.pool.waitingCount).toBe(1);
    for (const client of clients) client.release();
    for (const answer of answers) expect(answer).toMatchObject({ status: 503, reason: 'database_unavailable' });
    await expect.poll(ready).toMatchObject({ status: 200 });
  });

  test('whose ledger is closed is ready: reads go on', async () => {
    await asOwner(`insert into ledger.closures (reason) values ('a test')`);
    expect(await ready()).toMatchObject({ status: 200 });
    await asOwner('update ledger.closures set reopened_at = now()');
  });

  test('that was asked to stop is alive and not ready', async () => {
    app.drain();
    expect(await ready()).toMatchObject({ status: 503, reason: 'stopping' });
    expect(await isAlive()).toBe(true);
  });
});
