import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFlorin, FlorinError, type FlorinOptions } from '../src/index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Reply = Response | Error;
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { detail: 'It failed.', code, request_id: 'req-1', fields: { amount: 'Too small.' } }, headers);
const lost = () => new TypeError('fetch failed');
const order = { recipient_email: 'jonas@florin.example', amount: '1.00' };

/** Returns a client with a server that gives these replies in turn, and the server's received requests. */
function withReplies(replies: readonly Reply[], options: Partial<FlorinOptions> = {}) {
  const left = [...replies];
  const sent: { url: string; headers: Headers; body: unknown; at: number }[] = [];
  const florin = createFlorin({
    key: 'flr_test_1',
    baseUrl: 'https://wallet.example/',
    fetch: async (url, { headers, body }) => {
      sent.push({ url, headers: new Headers(headers), body, at: Date.now() });
      const reply = left.shift();
      if (!(reply instanceof Response)) throw reply ?? new Error('no reply is left');
      return reply;
    },
    ...options,
  });
  const keys = () => sent.map(({ headers }) => headers.get('idempotency-key'));
  return { florin, sent, keys };
}

/** Runs all timers and returns the outcome. */
async function outcomeOf<Result>(call: Promise<Result>): Promise<Result | FlorinError> {
  const outcome = call.catch((error: unknown) => {
    if (error instanceof FlorinError) return error;
    throw error;
  });
  await vi.runAllTimersAsync();
  return outcome;
}

test('a send is repeated with the same key after a lost response, a 429 and a 503', async () => {
  const replies = [lost(), refused(429, 'too_many_requests'), refused(503, 'busy'), json(200, { id: 't1' })];
  const { florin, sent, keys } = withReplies(replies);
  expect(await outcomeOf(florin.send(order))).toEqual({ id: 't1' });
  expect(sent).toHaveLength(4);
  expect(keys()[0]).toMatch(/^[\da-f-]{36}$/);
  expect(new Set(keys()).size).toBe(1);
  expect(new Set(sent.map(({ body }) => body))).toEqual(new Set([JSON.stringify(order)]));
});

test('each submission has a separate key, and the caller may choose the key', async () => {
  const { florin, keys } = withReplies([json(200, {}), json(200, {}), lost(), json(200, {})]);
  await outcomeOf(florin.send(order));
  await outcomeOf(florin.send(order));
  await outcomeOf(florin.requestMoney({ amount: 5 }, { idempotencyKey: 'invoice-7' }));
  expect(keys()[0]).not.toBe(keys()[1]);
  expect(keys().slice(2)).toEqual(['invoice-7', 'invoice-7']);
});

test('a move of the test clock is repeated with the same key', async () => {
  const { florin, sent, keys } = withReplies([lost(), json(200, { now: '', advanced_seconds: 60 })]);
  expect(await outcomeOf(florin.advanceClock(60))).toEqual({ now: '', advanced_seconds: 60 });
  expect(sent.map(({ url, body }) => [url, body])).toEqual(
    [0, 1].map(() => ['https://wallet.example/api/sandbox/clock', '{"advance_seconds":60}']),
  );
  expect(new Set(keys()).size).toBe(1);
});

test('a retry waits at least as long as Retry-After says, in seconds or as a date', async () => {
  const date = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 30_000);
  const { florin, sent } = withReplies([
    refused(429, 'too_many_requests', { 'retry-after': '7' }),
    refused(503, 'busy', { 'retry-after': date.toUTCString() }),
    json(200, []),
  ]);
  await outcomeOf(florin.balances());
  const [first = 0, second = 0, third = 0] = sent.map(({ at }) => at);
  expect(second - first).toBeGreaterThanOrEqual(7_250);
  expect(second - first).toBeLessThanOrEqual(7_500);
  expect(third).toBeGreaterThanOrEqual(date.getTime());
});

test('the client leaves a wait of more than a minute to the caller', async () => {
  const { florin, sent } = withReplies([refused(429, 'too_many_requests', { 'retry-after': '61' })]);
  expect(await outcomeOf(florin.balances())).toMatchObject({ status: 429, retryAfterSeconds: 61 });
  expect(sent).toHaveLength(1);
});

test.each([400, 401, 403, 404, 409, 422, 500, 502])('an error with status %i is not retried', async (status) => {
  const { florin, sent } = withReplies([refused(status, 'limit_exceeded')]);
  const error = await outcomeOf(florin.send(order, { idempotencyKey: 'k1' }));
  expect(error).toMatchObject({
    name: 'FlorinError',
    message: `It failed. (limit_exceeded, status ${status})`,
    status,
    code: 'limit_exceeded',
    detail: 'It failed.',
    requestId: 'req-1',
    fields: { amount: 'Too small.' },
    idempotencyKey: 'k1',
  });
  expect(sent).toHaveLength(1);
});

test('the error after the last retry has the key for the next attempt', async () => {
  const { florin, sent, keys } = withReplies(Array.from({ length: 5 }, lost));
  const error = await outcomeOf(florin.send(order));
  expect(error).toMatchObject({ status: 0, code: 'network_error', detail: 'No response from https://wallet.example.' });
  expect(error).toMatchObject({ idempotencyKey: keys()[0], cause: { message: 'fetch failed' } });
  expect(sent).toHaveLength(5);
});

test('a response that is not from Florin becomes an http_error', async () => {
  const { florin } = withReplies([new Response('<h1>Bad gateway</h1>', { status: 502 }), new Response('<h1>Hi</h1>')]);
  expect(await outcomeOf(florin.balances())).toMatchObject({ status: 502, code: 'http_error', requestId: undefined });
  expect(await outcomeOf(florin.balances())).toMatchObject({ status: 200, code: 'http_error' });
});

test('an attempt without a response in time is repeated', async () => {
  vi.useRealTimers();
  let attempts = 0;
  const fetch = (_url: string, { signal }: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      attempts += 1;
      if (attempts === 2) resolve(json(200, []));
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  const { florin } = withReplies([], { fetch, timeoutSeconds: 0.02 });
  expect(await florin.balances()).toEqual([]);
});

test('the caller can end the wait for a retry', async () => {
  const { florin, sent } = withReplies([lost(), json(200, [])]);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 10);
  const outcome = florin.balances({ signal: controller.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10);
  expect(await outcome).toMatchObject({ name: 'AbortError' });
  expect(sent).toHaveLength(1);
});

test('a call names the key, the business and its query, and an empty response is undefined', async () => {
  const { florin, sent } = withReplies([new Response(null, { status: 204 })], { account: 'acme' });
  const parts = { query: { limit: 5, state: undefined, note: 'a&b' }, retries: 0 };
  expect(await outcomeOf(florin.call('DELETE', '/contacts/c1', parts))).toBeUndefined();
  expect(sent[0]?.url).toBe('https://wallet.example/api/contacts/c1?limit=5&note=a%26b');
  const headers = Object.fromEntries(sent[0]?.headers ?? []);
  expect(headers).toMatchObject({ authorization: 'Bearer flr_test_1', 'florin-account': 'acme' });
  expect(headers).not.toHaveProperty('content-type');
});

test('rejects an address that is not http and an empty key', () => {
  expect(() => createFlorin({ key: 'k', baseUrl: 'ftp://wallet.example' })).toThrow(TypeError);
  expect(() => createFlorin({ key: 'k', baseUrl: 'wallet' })).toThrow(TypeError);
  expect(() => createFlorin({ key: '', baseUrl: 'https://wallet.example' })).toThrow('The API key is empty.');
});
