import { CallRefused, endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asManyAsAServer, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { rateLimiter } from './rate-limiter.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_RATE_LIMITS: 'on' }, {}, asManyAsAServer);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const rate = { times: 5, seconds: 60, sharedAs: 'tests' };

const outcomes = async (attempts: Promise<void>[]) =>
  (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled').length;

describe('rateLimiter', () => {
  test('counts concurrent uses of a member across all nodes', async () => {
    const { user } = await florin.signUp();
    const [one, other] = [rateLimiter(florin.database.pool), rateLimiter(florin.database.pool)];
    const many = Array.from({ length: 10 }, () => [one(user.id, rate), other(user.id, rate)]).flat();
    expect(await outcomes(many)).toBe(5);
    const { user: another } = await florin.signUp();
    expect(await outcomes([one(another.id, rate)])).toBe(1);
  });

  test('starts a new count of uses after the period, by the database’s clock', async () => {
    const { user } = await florin.signUp();
    const limit = rateLimiter(florin.database.pool);
    expect(await outcomes(Array.from({ length: 6 }, () => limit(user.id, rate)))).toBe(5);
    await florin.database.ownerPool.query('update use_counts set counted_until = now() where user_id = $1', [user.id]);
    expect(await outcomes([limit(user.id, rate)])).toBe(1);
  });

  test('starts a new count of uses when the period ends a year in the future', async () => {
    const { user } = await florin.signUp();
    const limit = rateLimiter(florin.database.pool);
    expect(await outcomes(Array.from({ length: 6 }, () => limit(user.id, rate)))).toBe(5);
    const owner = florin.database.ownerPool;
    await owner.query(`update use_counts set counted_until = now() + interval '1 year' where user_id = $1`, [user.id]);
    expect(await outcomes(Array.from({ length: 6 }, () => limit(user.id, rate)))).toBe(5);
  });

  // Rules: security-28
  test('limits sends to thirty per minute, then responds 429 with Retry-After and moves no money', async () => {
    const [ines, lea] = [await florin.signUpWith('100.00'), await florin.signUp()];
    const send = () =>
      ines.client.call(endpoints.sendMoney, { body: { recipient_email: lea.user.email, amount: '1.00' } });
    const sent = await Promise.allSettled(Array.from({ length: 32 }, send));
    const refused = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toHaveLength(2);
    for (const error of refused)
      expect(error instanceof CallRefused && [error.status, error.body?.code]).toEqual([429, 'too_many_requests']);
    const answer = await florin.app.http.inject({
      method: 'POST',
      url: '/api/transactions/send',
      headers: { authorization: `Bearer ${ines.token}` },
      payload: { recipient_email: lea.user.email, amount: '1.00' },
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ines.client.call(endpoints.me)).balances.usd_exact).toBe('69.40');
  });
});
