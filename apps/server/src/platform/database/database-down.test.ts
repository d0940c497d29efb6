import { randomUUID } from 'node:crypto';
import { endpoints, type Endpoint } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cuttableWire } from '../../../test/cuttable-wire.ts';
import { testMasterKey } from '../../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { buildApp, type App } from '../../app.ts';
import { chooseProviders } from '../../choose-providers.ts';
import { parseConfig } from '../../config.ts';
import { openPool, type Pool } from './pool.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

let database: TestDatabase;
let wire: Awaited<ReturnType<typeof cuttableWire>>;
let pool: Pool;
let app: App;
let token: string;
beforeAll(async () => {
  database = await createTestDatabase();
  wire = await cuttableWire(database.address);
  pool = openPool(wire.address, { size: 4 });
  const config = parseConfig({ FLORIN_SEED: 'off', FLORIN_RATE_LIMITS: 'off' });
  app = await buildApp({
    config,
    pool,
    logger: pino({ level: 'silent' }),
    providers: chooseProviders(config),
    masterKey: testMasterKey,
  });
  const answer = await ask(endpoints.signup, {
    name: 'Ines',
    email: 'ines@florin.example',
    password: 'correct horse battery',
  });
  ({ token } = answer.json<{ token: string }>());
});
afterAll(async () => {
  await app.close();
  await pool.end();
  await wire.close();
  await database.close();
});

const ask = (endpoint: Endpoint, payload?: object) =>
  app.http.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/:\w+/g, randomUUID())}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload ? { payload } : {}),
  });

describe('while the database is down', () => {
  // Rules: security-44
  test('answers every call with 503 and Retry-After while the database is down, and keeps sessions', async () => {
    await wire.cut();
    const {
      listPlans: _plansInMemory,
      getConfig: _configInMemory,
      getLegalDocument: _textsInMemory,
      ...asked
    } = endpoints;
    const payload = {
      name: 'Ines',
      email: 'ines@florin.example',
      password: 'correct horse battery',
      token: 'x',
      challenge_id: randomUUID(),
      response: {},
    };
    for (const endpoint of Object.values<Endpoint>(asked)) {
      const { statusCode, headers, body } = await ask(endpoint, endpoint.body ? payload : undefined);
      expect([endpoint.path, statusCode]).toEqual([endpoint.path, 503]);
      expect(JSON.parse(body)).toMatchObject({ code: 'database_unavailable', request_id: expect.any(String) });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test('the server is alive but not ready while the database is down', async () => {
    expect((await app.http.inject({ url: '/healthz' })).statusCode).toBe(200);
    expect((await app.http.inject({ url: '/readyz' })).statusCode).toBe(503);
  });

  test('sessions are still valid after the database has returned', async () => {
    await wire.mend();
    expect((await app.http.inject({ url: '/readyz' })).statusCode).toBe(200);
    expect((await ask(endpoints.me)).json()).toMatchObject({ email: 'ines@florin.example' });
  });
});

describe('isDatabaseUnavailable', () => {
  test('counts the error of a closed pool as database unavailable', async () => {
    const ended = openPool(wire.address);
    await ended.end();
    const error: unknown = await ended.query('select 1').catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  test('counts the error of a terminated database session as database unavailable', async () => {
    const error: unknown = await database.ownerPool
      .query('select pg_terminate_backend(pg_backend_pid())')
      .catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  test('counts the error of an invalid statement as a bug', async () => {
    const error: unknown = await database.pool.query('select 1 / 0').catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(false);
    expect(isDatabaseUnavailable('not even an error')).toBe(false);
  });
});
