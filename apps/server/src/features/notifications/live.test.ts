import type { AddressInfo } from 'node:net';
import { endpoints, eventTopics } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cuttableWire } from '../../../test/cuttable-wire.ts';
import { eventStream } from '../../../test/event-stream.ts';
import { createTestApp, testMasterKey, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { buildApp } from '../../app.ts';
import { chooseProviders } from '../../choose-providers.ts';
import { parseConfig } from '../../config.ts';
import { openPool } from '../../platform/database/pool.ts';
import { openIdentities, authenticator } from '../identity/index.ts';
import { openLive, type Live } from './live.ts';

const logger = pino({ level: 'silent' });

let florin: TestApp;
let ines: TestMember;
let hana: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  await florin.app.http.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  [ines, hana] = [await florin.signUpWith('100.00', 'Ines'), await florin.signUpWith('100.00', 'Hana')];
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const pay = (from: TestMember, to: TestMember) =>
  from.client.call(endpoints.sendMoney, { body: { recipient_email: to.user.email, amount: '1.00' } });

const open = new Set<AbortController>();
afterEach(() => {
  for (const connection of open) connection.abort();
  open.clear();
});

/** A page that is open in a browser: over a socket, as everywhere else. */
async function page(member: TestMember, http = florin.app.http) {
  const { port } = http.server.address() as AddressInfo;
  const connection = new AbortController();
  open.add(connection);
  const answer = await fetch(`http://127.0.0.1:${port}/api/events`, {
    headers: { authorization: `Bearer ${member.token}`, 'accept-encoding': 'gzip, br' },
    signal: connection.signal,
  });
  if (!answer.body) throw new Error('the answer has no body');
  return { answer, ...eventStream(answer.body) };
}

describe('an open page', () => {
  test('is told of everything first, as text that nothing keeps back', async () => {
    const { answer, next, text } = await page(ines);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(await next()).toEqual(eventTopics);
    expect(text()).toMatch(/^retry: \d+\n\nevent: changed\n/);
  });

  test('hears of a payment within a second', async () => {
    const { next } = await page(ines);
    await next();
    await pay(hana, ines);
    expect(await next()).toEqual(['money', 'notifications']);
  });

  test('hears of a payment that another server took, on the same database', async () => {
    const { next } = await page(ines);
    await next();
    const config = parseConfig({ FLORIN_SEED: 'off', FLORIN_RATE_LIMITS: 'off' });
    const pool = openPool(florin.database.address);
    const other = await buildApp({
      config,
      pool,
      logger,
      providers: chooseProviders(config),
      masterKey: testMasterKey,
    });
    const { statusCode } = await other.http.inject({
      method: 'POST',
      url: '/api/transactions/send',
      headers: { authorization: `Bearer ${hana.token}` },
      payload: { recipient_email: ines.user.email, amount: '1.00' },
    });
    expect(statusCode).toBe(200);
    expect(await next()).toEqual(['money', 'notifications']);
    await other.close();
    await pool.end();
  });

  test('hears when money is reserved and when it is free again', async () => {
    const { next } = await page(ines);
    await next();
    const body = { recipient_email: `nobody-${ines.user.id}@florin.example`, amount: '1.00' };
    const { id } = await ines.client.call(endpoints.sendMoney, { body });
    expect(await next()).toContain('money');
    await ines.client.call(endpoints.cancelTransaction, { params: { id } });
    await expect.poll(() => next(), { timeout: 20_000 }).toContain('money'); // whom it was sent to may be told of apart
  });

  test('hears of what the ledger does not know', async () => {
    await florin.confirm(ines);
    const { next } = await page(ines);
    await next();
    await ines.client.call(endpoints.markNotificationsRead, { body: { until: new Date().toISOString() } });
    expect(await next()).toEqual(['notifications']);
    await hana.client.call(endpoints.requestMoney, { body: { recipient_email: ines.user.email, amount: '1.00' } });
    expect(await next()).toContain('requests');
  });

  test('hears nothing of what others do among themselves', async () => {
    const [mallory, { next }] = [await florin.signUp(), await page(ines)];
    await next();
    await pay(hana, mallory);
    await expect(next(1_000)).rejects.toThrow('nothing has changed');
  });

  test('reads at the version that its stream began with, as long as nothing has changed', async () => {
    const { nextOf } = await page(ines);
    const first = await nextOf('changed');
    const wallets = async (headers: Record<string, string>) => {
      const asked = { authorization: `Bearer ${ines.token}`, ...headers };
      return (await florin.app.http.inject({ url: '/api/wallets', headers: asked })).headers['florin-version'];
    };
    const version = await wallets({ 'florin-version': 'ask' });
    expect(first).toEqual({ topics: eventTopics, version });
    expect(await wallets({})).toBeUndefined();

    await pay(hana, ines);
    const second = await nextOf('changed');
    expect(second).toMatchObject({ version: await wallets({ 'florin-version': 'ask' }) });
    expect(second).not.toMatchObject({ version });
  });

  test('is told as well as the other one of the same member', async () => {
    const pages = [await page(ines), await page(ines)];
    for (const { next } of pages) expect(await next()).toEqual(eventTopics);
    await pay(hana, ines);
    for (const { next } of pages) expect(await next()).toEqual(['money', 'notifications']);
  });
});

describe('the streams of a member', () => {
  test('are ten at most: the oldest ends', async () => {
    const first = await page(ines);
    const others = await Promise.all(Array.from({ length: 9 }, () => page(ines)));
    await Promise.all([first, ...others].map(({ next }) => next()));
    const eleventh = await page(ines);
    await first.ended;
    expect(await eleventh.next()).toEqual(eventTopics);
    await pay(hana, ines);
    for (const { next } of [...others, eleventh]) expect(await next()).toContain('money');
  });

  test('are refused without a session', async () => {
    const { answer } = await page({ ...ines, token: 'nonsense' });
    expect(answer.status).toBe(401);
  });
});

describe('the server', () => {
  test('closes while pages are open', async () => {
    const config = parseConfig({ FLORIN_SEED: 'off', FLORIN_RATE_LIMITS: 'off' });
    const pool = openPool(florin.database.address);
    const other = await buildApp({
      config,
      pool,
      logger,
      providers: chooseProviders(config),
      masterKey: testMasterKey,
    });
    await other.http.listen({ host: '127.0.0.1', port: 0 });
    const pages = [await page(ines, other.http), await page(hana, other.http)];
    for (const { next } of pages) await next();
    const before = Date.now();
    await other.close();
    await Promise.all(pages.map(({ ended }) => ended));
    expect(Date.now() - before).toBeLessThan(20_000);
    await pool.end();
  });
});

describe('with nobody listening', () => {
  let live: Live;
  afterEach(() => live.close());

  test('the database is not asked', async () => {
    let asked = 0;
    const pool = new Proxy(florin.database.pool, {
      get: (target, name) => {
        if (name === 'query') asked += 1;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    live = openLive({ pool, logger, authenticate: authenticator(openIdentities(pool)), lookEveryMs: 20 });
    const stream = live.open(ines.user.id, ines.token);
    await eventStream(stream).next();
    stream.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const after = asked;
    expect(after).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(asked).toBe(after);
  });
});

describe('a stream', () => {
  test('is kept alive, and ends when its session is over', async () => {
    const { pool } = florin.database;
    const live = openLive({
      pool,
      logger,
      authenticate: authenticator(openIdentities(pool)),
      lookEveryMs: 20,
      commentEveryMs: 50,
    });
    const { next, text, ended } = eventStream(live.open(ines.user.id, ines.token));
    await next();
    await expect.poll(text).toContain(': still here\n\n');
    await ines.client.call(endpoints.logout);
    await ended;
    await live.close();
  });

  test('goes on after the database was away, and misses nothing', async () => {
    const wire = await cuttableWire(florin.database.address);
    const pool = openPool(wire.address, { size: 2 });
    const live = openLive({
      pool,
      logger,
      authenticate: authenticator(openIdentities(pool)),
      lookEveryMs: 20,
      commentEveryMs: 50,
    });
    const { next, text } = eventStream(live.open(ines.user.id, ines.token));
    await next();
    await wire.cut();
    await pay(hana, ines);
    await expect.poll(() => text().match(/still here/g)?.length ?? 0).toBeGreaterThan(2);
    await wire.mend();
    expect(await next()).toEqual(['money', 'notifications']);
    await live.close();
    await pool.end();
    await wire.close();
  });

  test('that nobody reads is ended', async () => {
    const { pool } = florin.database;
    const live = openLive({
      pool,
      logger,
      authenticate: authenticator(openIdentities(pool)),
      lookEveryMs: 1,
      commentEveryMs: 0,
    });
    const stream = live.open(ines.user.id, ines.token);
    await expect.poll(() => stream.destroyed, { timeout: 50_000 }).toBe(true);
    await live.close();
  });

  test('that is opened after the end ends at once', async () => {
    const { pool } = florin.database;
    const live = openLive({ pool, logger, authenticate: authenticator(openIdentities(pool)) });
    await live.close();
    const { ended, text } = eventStream(live.open(ines.user.id, ines.token));
    await ended;
    expect(text()).toMatch(/^retry: \d+\n\n$/);
  });
});
