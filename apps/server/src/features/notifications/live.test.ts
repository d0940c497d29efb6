import type { AddressInfo } from 'node:net';
import { endpoints, eventTopics } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cuttableWire } from '../../../test/cuttable-wire.ts';
import { eventStream } from '../../../test/event-stream.ts';
import { startSecondNode } from '../../../test/second-node.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
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

/** Opens a page's event stream over a socket, as a browser does. */
async function page(member: TestMember, http = florin.app.http) {
  const { port } = http.server.address() as AddressInfo;
  const connection = new AbortController();
  open.add(connection);
  const answer = await fetch(`http://127.0.0.1:${port}/api/events`, {
    headers: { authorization: `Bearer ${member.token}`, 'accept-encoding': 'gzip, br' },
    signal: connection.signal,
  });
  if (!answer.body) throw new Error('The response has no body.');
  return { answer, ...eventStream(answer.body) };
}

describe('an open page', () => {
  test('an event stream sends all topics first, uncompressed and uncached', async () => {
    const { answer, next, text } = await page(ines);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(await next()).toEqual(eventTopics);
    expect(text()).toMatch(/^retry: \d+\n\nevent: changed\n/);
  });

  test('notifies an open page about a payment within a second', async () => {
    const { next } = await page(ines);
    await next();
    await pay(hana, ines);
    expect(await next()).toEqual(['money', 'notifications']);
  });

  test('notifies an open page about a payment that another server handled', async () => {
    const { next } = await page(ines);
    await next();
    const other = await startSecondNode(florin);
    await pay({ ...hana, client: other.clientOf(hana) }, ines);
    expect(await next()).toEqual(['money', 'notifications']);
    await other.close();
  });

  test('notifies an open page when money is reserved and released', async () => {
    const { next } = await page(ines);
    await next();
    const body = { recipient_email: `nobody-${ines.user.id}@florin.example`, amount: '1.00' };
    const { id } = await ines.client.call(endpoints.sendMoney, { body });
    expect(await next()).toContain('money');
    await ines.client.call(endpoints.cancelTransaction, { params: { id } });
    await expect.poll(() => next(), { timeout: 20_000 }).toContain('money'); // the contacts topic may come in a separate event
  });

  test('notifies an open page about changes outside the ledger', async () => {
    await florin.confirm(ines);
    const { next } = await page(ines);
    await next();
    await ines.client.call(endpoints.markNotificationsRead, { body: { until: new Date().toISOString() } });
    expect(await next()).toEqual(['notifications']);
    await hana.client.call(endpoints.requestMoney, { body: { recipient_email: ines.user.email, amount: '1.00' } });
    expect(await next()).toContain('requests');
  });

  test("does not notify an open page about other members' payments", async () => {
    const [mallory, { next }] = [await florin.signUp(), await page(ines)];
    await next();
    await pay(hana, mallory);
    await expect(next(1_000)).rejects.toThrow('no changed event arrived');
  });

  test("returns the stream's version on reads until data changes", async () => {
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

  test('notifies all open pages of a member', async () => {
    const pages = [await page(ines), await page(ines)];
    for (const { next } of pages) expect(await next()).toEqual(eventTopics);
    await pay(hana, ines);
    for (const { next } of pages) expect(await next()).toEqual(['money', 'notifications']);
  });
});

describe('the event streams of a member', () => {
  test('allows ten event streams per member and ends the oldest', async () => {
    const first = await page(ines);
    const others = await Promise.all(Array.from({ length: 9 }, () => page(ines)));
    await Promise.all([first, ...others].map(({ next }) => next()));
    const eleventh = await page(ines);
    await first.ended;
    expect(await eleventh.next()).toEqual(eventTopics);
    await pay(hana, ines);
    for (const { next } of [...others, eleventh]) expect(await next()).toContain('money');
  });

  test('rejects an event stream without a session', async () => {
    const { answer } = await page({ ...ines, token: 'nonsense' });
    expect(answer.status).toBe(401);
  });
});

describe('the server with open event streams', () => {
  test('the server shuts down while pages are open', async () => {
    const other = await startSecondNode(florin);
    const { http } = other.app;
    await http.listen({ host: '127.0.0.1', port: 0 });
    const pages = [await page(ines, http), await page(hana, http)];
    for (const { next } of pages) await next();
    const before = Date.now();
    await other.close();
    await Promise.all(pages.map(({ ended }) => ended));
    expect(Date.now() - before).toBeLessThan(20_000);
  });
});

describe('the event stream without listeners', () => {
  let live: Live;
  afterEach(() => live.close());

  test('does not query the database without open streams', async () => {
    let queryCount = 0;
    const pool = new Proxy(florin.database.pool, {
      get: (target, name) => {
        if (name === 'query') queryCount += 1;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    live = openLive({
      pool,
      ledger: florin.app.dependencies.ledger,
      logger,
      authenticate: authenticator(openIdentities(pool)),
      lookEveryMs: 20,
    });
    const stream = live.open(ines.user.id, ines.token);
    await eventStream(stream).next();
    stream.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const after = queryCount;
    expect(after).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(queryCount).toBe(after);
  });
});

describe('an event stream', () => {
  test('an event stream sends keep-alive comments and ends with its session', async () => {
    const { pool } = florin.database;
    const live = openLive({
      ...florin.app.dependencies,
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

  test('event streams resume after a database outage without missing a change', async () => {
    const wires = await Promise.all(florin.ledgers.map(({ address }) => cuttableWire(address)));
    const [pool, ...ledgers] = wires.map(({ address }) => openPool(address, { size: 2 }));
    if (!pool) throw new Error('There is no main database.');
    const live = openLive({
      ...florin.app.dependencies,
      pool,
      ledgers,
      logger,
      authenticate: authenticator(openIdentities(pool)),
      lookEveryMs: 20,
      commentEveryMs: 50,
    });
    const { next, text } = eventStream(live.open(ines.user.id, ines.token));
    await next();
    for (const wire of wires) await wire.cut();
    await pay(hana, ines);
    await expect.poll(() => text().match(/still here/g)?.length ?? 0).toBeGreaterThan(2);
    for (const wire of wires) await wire.mend();
    expect(await next()).toEqual(['money', 'notifications']);
    await live.close();
    for (const one of [pool, ...ledgers]) await one.end();
    for (const wire of wires) await wire.close();
  });

  test('ends an event stream that its client does not read', async () => {
    const { pool } = florin.database;
    const live = openLive({
      ...florin.app.dependencies,
      pool,
      logger,
      authenticate: authenticator(openIdentities(pool)),
      lookEveryMs: 1,
      commentEveryMs: 0,
      maxUnreadBytes: 200,
    });
    const stream = live.open(ines.user.id, ines.token);
    await expect.poll(() => stream.destroyed, { timeout: 50_000 }).toBe(true);
    await live.close();
  });

  test('ends an event stream that opens after shutdown', async () => {
    const { pool } = florin.database;
    const live = openLive({
      pool,
      ledger: florin.app.dependencies.ledger,
      logger,
      authenticate: authenticator(openIdentities(pool)),
    });
    await live.close();
    const { ended, text } = eventStream(live.open(ines.user.id, ines.token));
    await ended;
    expect(text()).toMatch(/^retry: \d+\n\n$/);
  });
});
