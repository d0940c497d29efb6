import { PassThrough } from 'node:stream';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { oneAtATime } from './one-at-a-time.ts';

let florin: TestApp;
let limited: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
  limited = await createTestApp({ FLORIN_RATE_LIMITS: 'on' }, {}, asManyAsAServer);
});
afterAll(() => Promise.all([florin.close(), limited.close()]));

const tooMany = {
  code: 'too_many_requests',
  detail: 'Another download is still being prepared. Try again when it is finished.',
};
const refusal = { code: 'too_many_requests', retryAfterSeconds: 3 };

const month = new Date().toISOString().slice(0, 7);
const documents = [
  ['a statement', `/api/statements/USD/${month}`],
  ['an export', '/api/transactions/export'],
  ['a personal data export', '/api/auth/me/export'],
] as const;

const get = ({ token }: TestMember, url: string, { app }: TestApp = florin) =>
  app.http.inject({ url, headers: { authorization: `Bearer ${token}` } });

describe('document downloads', () => {
  // Rules: identity-17
  test.each(documents)(
    'rejects thirty calls for %s with 429 while another document is prepared, and accepts the next call afterwards',
    async (_, url) => {
      const ines = await florin.signUp();
      const response = new PassThrough();
      await oneAtATime(florin.database.pool)(ines.user.id, 'documents', response);
      const refused = await Promise.all(Array.from({ length: 30 }, () => get(ines, url)));
      expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
      expect(refused[0]?.headers['retry-after']).toBe('3');
      expect(refused[0]?.json()).toMatchObject(tooMany);
      response.destroy();
      await vi.waitFor(async () => expect((await get(ines, url)).statusCode).toBe(200), { timeout: 30_000 });
    },
  );

  // Rules: identity-17
  test('allows one document of any kind at a time per member, without delaying another member', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    const pool = oneAtATime(florin.database.pool);
    const response = new PassThrough();
    await pool(ines.user.id, 'documents', response);
    const answers = await Promise.all(documents.map(([, url]) => get(ines, url)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429]);
    expect((await get(jonas, documents[0][1])).statusCode).toBe(200);
    response.destroy();
    await vi.waitFor(async () => expect((await get(ines, documents[1][1])).statusCode).toBe(200), { timeout: 30_000 });
  });

  test('serves sequential requests for documents without a rejection', async () => {
    const ines = await florin.signUp();
    for (let round = 0; round < 5; round++)
      for (const [, url] of documents) expect((await get(ines, url)).statusCode).toBe(200);
  });

  // Rules: identity-17
  test('limits documents of all kinds to twenty per minute and sends Retry-After', async () => {
    const ines = await limited.signUp();
    for (let count = 0; count < 20; count++)
      expect((await get(ines, documents[count % 2]?.[1] ?? '', limited)).statusCode).toBe(200);
    const refused = await get(ines, documents[0][1], limited);
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    await expect(ines.client.call(endpoints.listWallets)).resolves.toBeDefined();
  });
});

describe('oneAtATime', () => {
  // Rules: identity-17
  test('releases the document lock when the caller disconnects, the response ends, or the response times out', async () => {
    const { user } = await florin.signUp();
    const acquire = oneAtATime(florin.database.pool, { maxMs: 50 });
    const endings = [
      (answer: PassThrough) => answer.destroy(),
      (answer: PassThrough) => answer.resume().end(),
      () => undefined,
    ];
    for (const end of endings) {
      const answer = new PassThrough();
      await acquire(user.id, 'documents', answer);
      end(answer);
    }
    await expect(acquire(user.id, 'documents', new PassThrough())).resolves.toBeUndefined();
  });

  // Rules: identity-17
  test('all nodes share the document lock', async () => {
    const { user } = await florin.signUp();
    const [here, there] = [oneAtATime(florin.database.pool), oneAtATime(florin.database.pool)];
    const response = new PassThrough();
    await here(user.id, 'documents', response);
    await expect(there(user.id, 'documents', new PassThrough())).rejects.toMatchObject(refusal);
    response.destroy();
    await there(user.id, 'documents', new PassThrough());
  });

  test('a second call for a document waits for the lock, and a third call is rejected immediately', async () => {
    const { user } = await florin.signUp();
    const acquire = oneAtATime(florin.database.pool);
    const [first, second] = [new PassThrough(), new PassThrough()];
    await acquire(user.id, 'documents', first);
    const waiting = acquire(user.id, 'documents', second);
    await expect(acquire(user.id, 'documents', new PassThrough())).rejects.toMatchObject(refusal);
    first.destroy();
    await waiting;
  });

  test('releases the document lock of a crashed node after two minutes and ten seconds', async () => {
    const { user } = await florin.signUp();
    await oneAtATime(florin.database.pool)(user.id, 'documents', new PassThrough());
    const { rows } = await florin.database.ownerPool.query(
      `update use_counts set counted_until = counted_until - interval '130 seconds'
       where user_id = $1 and use = 'documents-under-way' returning counted_until <= now() as over`,
      [user.id],
    );
    expect(rows).toEqual([{ over: true }]);
    const another = oneAtATime(florin.database.pool)(user.id, 'documents', new PassThrough());
    await expect(another).resolves.toBeUndefined();
  });
});
