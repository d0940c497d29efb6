import { endpoints, errorBody, type Endpoint, type ErrorBody } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { closeLedgers, reopenLedgers } from '../../../test/all-ledgers.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  ines = await florin.signUpWith('100.00');
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

type Request = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'QUERY';
  url: string;
  payload?: string;
  type?: string;
  key?: string;
};

async function ask({ method = 'GET', url, payload, type = 'application/json', key }: Request) {
  const answer = await florin.app.http.inject({
    method,
    url,
    ...(payload === undefined ? {} : { payload }),
    headers: {
      authorization: `Bearer ${ines.token}`,
      ...(payload === undefined ? {} : { 'content-type': type }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}

const send = (payload: string, more: Partial<Request> = {}) =>
  ask({ method: 'POST', url: '/api/transactions/send', payload, ...more });

/** Asserts the contract's error shape, without internal details. */
function readError({ body, headers }: Pick<Awaited<ReturnType<typeof ask>>, 'body' | 'headers'>): ErrorBody {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(body).not.toMatch(/ at \w+|node_modules|select |FST_/);
  return z.parse(errorBody, JSON.parse(body));
}

describe('an unknown address', () => {
  test.each([
    { url: '/api' },
    { url: '/api?x=1' },
    { url: '/api/nothing' },
    { url: '/api/auth/me/more' },
    { url: '/api/%zz' },
    { url: '/api/payment-methods/%00', method: 'DELETE' as const },
    { url: `/api/transactions/${'x'.repeat(400)}` },
    { url: '/api/auth/me', method: 'PUT' as const },
    { url: '/api/auth/login' },
    { url: '/api/wallets', method: 'DELETE' as const },
    { url: '/coins/no-such-coin.svg' },
    { url: '/assets/../../package.json' },
    { url: '/nothing', method: 'POST' as const },
  ])('responds 404 with JSON: $method $url', async (request) => {
    const answer = await ask(request);
    expect(answer.status).toBe(404);
    expect(readError(answer).code).toBe('not_found');
  });
});

describe('an unreadable body', () => {
  // Rules: security-19
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense', ''])(
    'responds 415 to the content type %j',
    async (type) => {
      const answer = await send('{}', { type });
      expect([answer.status, readError(answer).code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  const uploadEndpoints = Object.values<Endpoint>(endpoints).filter(({ upload }) => upload);
  // Rules: security-19
  test.each(uploadEndpoints)('responds 415 to JSON sent to the upload endpoint $method $path', async (endpoint) => {
    const answer = await florin.app.http.inject({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      headers: { 'content-type': 'application/json' },
      payload: `[${'0,'.repeat(20_000)}`,
    });
    expect([answer.statusCode, readError(answer).code]).toEqual([415, 'unsupported_media_type']);
  });

  test('responds 415 to a QUERY request without a content type', async () => {
    const answer = await ask({ method: 'QUERY', url: '/api/wallets' });
    expect([answer.status, readError(answer).code]).toEqual([415, 'unsupported_media_type']);
  });

  // Rules: security-28
  test('responds 413 to a body of more than 32 KB', async () => {
    const answer = await send(JSON.stringify({ note: 'x'.repeat(33_000) }));
    expect([answer.status, readError(answer).code]).toEqual([413, 'body_too_large']);
  });

  test.each(['', '{', '{"amount":}', "{'amount':1}", '{"a":1}}', 'undefined', '\u0000'])(
    'responds 400 to the invalid JSON %j',
    async (payload) => {
      const answer = await send(payload);
      expect([answer.status, readError(answer).code]).toEqual([400, 'malformed_body']);
    },
  );

  test.each(['null', '[]', '1', '"text"', '{}', '{"amount":null,"recipient_email":[]}'])(
    'responds 422 to %s, which does not match the schema',
    async (payload) => {
      const answer = await send(payload);
      const { code, fields, detail } = readError(answer);
      expect([answer.status, code]).toEqual([422, 'invalid_request']);
      expect(Object.keys(fields ?? {}).length).toBeGreaterThan(0);
      expect(detail).toMatch(/^[A-Z][^:]+\.$/);
    },
  );
});

describe('an Idempotency-Key', () => {
  const body = JSON.stringify({ recipient_email: 'nobody@florin.example', amount: 1 });

  test.each(['', 'x'.repeat(201)])('rejects the Idempotency-Key %j', async (key) => {
    const answer = await send(body, { key });
    expect([answer.status, readError(answer).code]).toEqual([422, 'invalid_idempotency_key']);
  });

  test('accepts an Idempotency-Key of 200 characters', async () => {
    expect((await send(body, { key: 'x'.repeat(200) })).status).toBe(200);
  });
});

describe('a request', () => {
  test('gives each rejected request its own request id', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => readError(await ask({ url: '/api/nothing' })).request_id));
    expect(new Set(ids).size).toBe(3);
  });

  test('responds 500 to a bug without revealing details', async () => {
    await florin.database.ownerPool.query('alter table payment_methods rename column brand to brandt');
    const answer = await ask({ url: `/api${endpoints.listPaymentMethods.path}` });
    await florin.database.ownerPool.query('alter table payment_methods rename column brandt to brand');
    expect(answer.status).toBe(500);
    expect(readError(answer)).toEqual({
      code: 'internal_error',
      detail: 'Something went wrong on our side. Please try again in a moment.',
      request_id: expect.any(String),
    });
  });

  test('rejects money commands while the ledger is closed, and still serves reads', async () => {
    const jonas = await florin.signUp();
    const payload = JSON.stringify({ recipient_email: jonas.user.email, amount: 1 });
    await closeLedgers(florin);
    const answer = await send(payload);
    expect([answer.status, readError(answer).code]).toEqual([503, 'ledger_read_only']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask({ url: '/api/wallets' })).status).toBe(200);
    await reopenLedgers(florin);
    expect((await send(payload)).status).toBe(200);
  });
});
