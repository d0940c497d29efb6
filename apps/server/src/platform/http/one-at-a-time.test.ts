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
  detail: 'Another download of yours is still being prepared. Try again when it is finished.',
};
const refusal = { code: 'too_many_requests', retryAfterSeconds: 3 };

const month = new Date().toISOString().slice(0, 7);
const documents = [
  ['a statement', `/api/statements/USD/${month}`],
  ['an export', '/api/transactions/export'],
  ['the download of one’s own data', '/api/auth/me/export'],
] as const;

const get = ({ token }: TestMember, url: string, { app }: TestApp = florin) =>
  app.http.inject({ url, headers: { authorization: `Bearer ${token}` } });

describe('a member’s documents', () => {
  // Rules: identity-17
  test.each(documents)(
    'are one at a time: while one is drawn, thirty calls at once for %s are 429, and the next one after it is answered',
    async (_, url) => {
      const ines = await florin.signUp();
      const drawn = new PassThrough();
      await oneAtATime(florin.database.pool)(ines.user.id, 'documents', drawn);
      const refused = await Promise.all(Array.from({ length: 30 }, () => get(ines, url)));
      expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
      expect(refused[0]?.headers['retry-after']).toBe('3');
      expect(refused[0]?.json()).toMatchObject(tooMany);
      drawn.destroy();
      await vi.waitFor(async () => expect((await get(ines, url)).statusCode).toBe(200), { timeout: 10_000 });
    },
  );

  // Rules: identity-17
  test('are one at a time whatever they are, while another member waits for nothing', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    const pool = oneAtATime(florin.database.pool);
    const drawn = new PassThrough();
    await pool(ines.user.id, 'documents', drawn);
    const answers = await Promise.all(documents.map(([, url]) => get(ines, url)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429]);
    expect((await get(jonas, documents[0][1])).statusCode).toBe(200);
    drawn.destroy();
    await vi.waitFor(async () => expect((await get(ines, documents[1][1])).statusCode).toBe(200));
  });

  test('are drawn one after the other without a refusal, each asked for when the one before has arrived', async () => {
    const ines = await florin.signUp();
    for (let round = 0; round < 5; round++)
      for (const [, url] of documents) expect((await get(ines, url)).statusCode).toBe(200);
  });

  // Rules: identity-17
  test('are twenty a minute, of all kinds together; then the answer says when to ask again', async () => {
    const ines = await limited.signUp();
    for (let asked = 0; asked < 20; asked++)
      expect((await get(ines, documents[asked % 2]?.[1] ?? '', limited)).statusCode).toBe(200);
    const refused = await get(ines, documents[0][1], limited);
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    await expect(ines.client.call(endpoints.listWallets)).resolves.toBeDefined();
  });
});

describe('the place of a member', () => {
  // Rules: identity-17
  test('is given back when the caller leaves, when the answer ends and when nobody takes it', async () => {
    const { user } = await florin.signUp();
    const take = oneAtATime(florin.database.pool, { longest: 50 });
    const leave = [
      (answer: PassThrough) => answer.destroy(),
      (answer: PassThrough) => answer.resume().end(),
      () => undefined,
    ];
    for (const act of leave) {
      const answer = new PassThrough();
      await take(user.id, 'documents', answer);
      act(answer);
    }
    await expect(take(user.id, 'documents', new PassThrough())).resolves.toBeUndefined();
  });

  // Rules: identity-17
  test('is one on all nodes together', async () => {
    const { user } = await florin.signUp();
    const [here, there] = [oneAtATime(florin.database.pool), oneAtATime(florin.database.pool)];
    const drawn = new PassThrough();
    await here(user.id, 'documents', drawn);
    await expect(there(user.id, 'documents', new PassThrough())).rejects.toMatchObject(refusal);
    drawn.destroy();
    await there(user.id, 'documents', new PassThrough());
  });

  test('is kept for one that waits; a third is refused at once', async () => {
    const { user } = await florin.signUp();
    const take = oneAtATime(florin.database.pool);
    const [first, second] = [new PassThrough(), new PassThrough()];
    await take(user.id, 'documents', first);
    const waiting = take(user.id, 'documents', second);
    await expect(take(user.id, 'documents', new PassThrough())).rejects.toMatchObject(refusal);
    first.destroy();
    await waiting;
  });

  test('of a node that died is free again after two minutes and ten seconds', async () => {
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
