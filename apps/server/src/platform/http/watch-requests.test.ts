import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventStream } from '../../../test/event-stream.ts';
import { sample } from '../../../test/metric-samples.ts';
import { createTestApp, testMasterKey, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { buildApp, type App } from '../../app.ts';
import { chooseProviders } from '../../choose-providers.ts';
import { parseConfig } from '../../config.ts';
import { requestIds } from './request-id.ts';
import { routeOf } from './watch-requests.ts';

let florin: TestApp;
let ines: TestMember;
const lines: string[] = [];
beforeAll(async () => {
  florin = await createTestApp();
  ines = await florin.signUp('Ines');
});
afterAll(() => florin.close());

const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});

async function appWith(env: Record<string, string>): Promise<App> {
  const config = parseConfig({ FLORIN_SEED: 'off', FLORIN_RATE_LIMITS: 'off', LOG_LEVEL: 'info', ...env });
  const logger = pino({ level: 'info' }, sink);
  const { pool } = florin.database;
  return buildApp({ config, pool, logger, providers: chooseProviders(config), masterKey: testMasterKey });
}

type Line = { event?: string; reqId?: string; route?: string; status?: number | string; ms?: number };
const requestLines = () => lines.map((line) => JSON.parse(line) as Line).filter(({ event }) => event === 'request');

const get = (url: string, headers: Record<string, string> = {}, app = florin.app) =>
  app.http.inject({ url, headers: { authorization: `Bearer ${ines.token}`, ...headers } });

const counted = (labels: Record<string, string>) => sample('florin_http_requests_total', labels);

describe('request metrics', () => {
  test.each([
    { url: '/api/wallets', route: '/api/wallets', status: '200' },
    { url: '/api/transactions/never-was?secret=1', route: '/api/transactions/:id', status: '404' },
    { url: '/api/made-up', route: 'other', status: '404' },
    { url: '/coins/never-was.svg', route: 'other', status: '404' },
    { url: '/healthz', route: '/healthz', status: '200' },
  ])('counts $url as route $route with status $status', async ({ url, route, status }) => {
    const before = await counted({ route, status });
    await get(url);
    await expect.poll(() => counted({ route, status })).toBe(before + 1);
  });

  test('records the duration of requests and leaves no request in flight', async () => {
    const labels = { method: 'GET', route: '/api/wallets' };
    const before = await sample('florin_http_request_duration_seconds_count', labels);
    const inFlight = await sample('florin_http_requests_in_flight');
    await Promise.all([get('/api/wallets'), get('/api/wallets')]);
    await expect.poll(() => sample('florin_http_request_duration_seconds_count', labels)).toBe(before + 2);
    expect(await sample('florin_http_requests_in_flight')).toBe(inFlight);
  });

  test('counts a request as aborted when the client disconnects', async () => {
    const app = await appWith({});
    await app.http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.http.server.address() as AddressInfo;
    const wallets = { route: '/api/wallets', status: 'aborted' };
    const [before, inFlight] = [await counted(wallets), await sample('florin_http_requests_in_flight')];
    const lock = await florin.database.ownerPool.connect();
    await lock.query('begin; lock table sessions in access exclusive mode');
    const leaving = new AbortController();
    const asked = fetch(`http://127.0.0.1:${port}/api/wallets`, {
      headers: { authorization: `Bearer ${ines.token}` },
      signal: leaving.signal,
    }).catch(() => 'gone');
    await expect.poll(() => sample('florin_http_requests_in_flight')).toBe(inFlight + 1);
    leaving.abort();
    await asked;
    await expect.poll(() => counted(wallets)).toBe(before + 1);
    await lock.query('rollback');
    lock.release();
    expect(await sample('florin_http_requests_in_flight')).toBe(inFlight);
    await app.close();
  });
});

test('counts an open event stream, but does not record its duration or log it as slow', async () => {
  const app = await appWith({ LOG_SLOW_MS: '1' });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  const open = await sample('florin_event_streams', { stream: 'changes' });
  const durationsBefore = await sample('florin_http_request_duration_seconds_count', { route: '/api/events' });
  const lagsBefore = await sample('florin_live_lag_seconds_count');
  const page = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}/api/events`, {
    headers: { authorization: `Bearer ${ines.token}` },
    signal: page.signal,
  });
  if (!answer.body) throw new Error('the answer has no body');
  await eventStream(answer.body).next();
  expect(await sample('florin_event_streams', { stream: 'changes' })).toBe(open + 1);
  expect(await sample('florin_live_lag_seconds_count')).toBeGreaterThan(lagsBefore);
  lines.length = 0;
  page.abort();
  await expect.poll(() => sample('florin_event_streams', { stream: 'changes' })).toBe(open);
  expect(await sample('florin_http_request_duration_seconds_count', { route: '/api/events' })).toBe(durationsBefore);
  expect(requestLines().filter(({ route }) => route === '/api/events')).toEqual([]);
  await app.close();
});

describe('the request log', () => {
  test('logs a failed request with the request id of its response', async () => {
    const app = await appWith({});
    await florin.database.ownerPool.query('alter table contacts rename to contacts_away');
    const answer = await get('/api/contacts', {}, app);
    await florin.database.ownerPool.query('alter table contacts_away rename to contacts');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ request_id: answer.headers['x-request-id'] });
    await expect
      .poll(() => requestLines().at(-1))
      .toMatchObject({
        reqId: answer.headers['x-request-id'],
        method: 'GET',
        route: '/api/contacts',
        status: 500,
        level: 40,
      });
    await app.close();
  });

  test('logs a slow request but not a fast request', async () => {
    const [patient, strict] = [await appWith({ LOG_SLOW_MS: '60000' }), await appWith({ LOG_SLOW_MS: '1' })];
    lines.length = 0;
    await get('/api/wallets', {}, patient);
    expect(requestLines()).toEqual([]);
    const lock = await florin.database.ownerPool.connect();
    await lock.query('begin; lock table sessions in access exclusive mode');
    const asked = get('/api/wallets', {}, strict);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await lock.query('rollback');
    lock.release();
    await asked;
    await expect.poll(requestLines).toMatchObject([{ route: '/api/wallets', status: 200, msg: 'a request was slow' }]);
    await Promise.all([patient.close(), strict.close()]);
  });

  // Rules: security-39
  test('logs every request with LOG_REQUESTS=on, without query, headers or token', async () => {
    const app = await appWith({ LOG_REQUESTS: 'on', LOG_SLOW_MS: '60000' });
    lines.length = 0;
    await get('/api/contacts?q=canary-query', { 'user-agent': 'canary-agent' }, app);
    await get('/canary-page', {}, app);
    await expect
      .poll(() => requestLines().map(({ route, status }) => [route, status]))
      .toEqual([
        ['/api/contacts', 200],
        ['other', expect.any(Number)],
      ]);
    expect(lines.join('')).not.toContain('canary-');
    expect(lines.join('')).not.toContain(ines.token);
    await app.close();
  });
});

describe('request ids', () => {
  const given = 'edge-7f3a9c21';

  test('sends the request id with every response and in every error body', async () => {
    const [fine, missing] = [await get('/api/wallets'), await get('/api/nothing')];
    expect(fine.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    expect(missing.json<{ request_id: string }>().request_id).toBe(missing.headers['x-request-id']);
    const unreadable = await get('/api/%zz');
    expect(unreadable.json<{ request_id: string }>().request_id).toBe(unreadable.headers['x-request-id']);
  });

  test('uses the request id of a trusted proxy, and ignores the id of other callers', async () => {
    const behindProxy = await appWith({ TRUSTED_PROXIES: '1' });
    expect((await get('/healthz', { 'x-request-id': given }, behindProxy)).headers['x-request-id']).toBe(given);
    expect((await get('/healthz', { 'x-request-id': given })).headers['x-request-id']).not.toBe(given);
    await behindProxy.close();
  });

  test.each(['short', 'x'.repeat(65), 'a line\tmore', 'quoted"12345', 'héhéhéhéhé', ''])(
    'ignores the malformed request id %j',
    (nonsense) => {
      expect(requestIds(1)({ headers: { 'x-request-id': nonsense } })).toMatch(/^[\w-]{36}$/);
    },
  );
});

test('metrics keep the pattern of API routes and group all other paths', () => {
  expect(['/api/wallets', '/readyz', '/api/docs/static/*', '/assets/app-1a2b.js', undefined].map(routeOf)).toEqual([
    '/api/wallets',
    '/readyz',
    '/api/docs',
    'other',
    'other',
  ]);
});

test('counts requests of a route that moves money', async () => {
  const before = await counted({ route: `/api${endpoints.sendMoney.path}`, method: 'POST' });
  await ines.client.call(endpoints.sendMoney, { body: { recipient_email: 'x', amount: '1' } }).catch(() => undefined);
  await expect.poll(() => counted({ route: `/api${endpoints.sendMoney.path}`, method: 'POST' })).toBe(before + 1);
});
