import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { countIfRoom, countUse } from './use-counts.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

const limit = { use: 'test', max: 1, seconds: 60, sentence: 'Once a minute.' };

test('a use count ignores a period that ends one year in the future, and enforces the next period', async () => {
  const { ownerPool, pool } = florin.database;
  const { user } = await florin.signUp();
  await countUse(pool, user.id, limit);
  await expect(countUse(pool, user.id, limit)).rejects.toMatchObject({ code: 'too_many_requests' });
  const clockWasAhead = () =>
    ownerPool.query(`update use_counts set counted_until = now() + interval '1 year' where user_id = $1`, [user.id]);
  await clockWasAhead();
  await countUse(pool, user.id, limit);
  await expect(countUse(pool, user.id, limit)).rejects.toMatchObject({ retryAfterSeconds: 60 });
  expect(await countIfRoom(pool, user.id, limit)).toBe(false);
  await clockWasAhead();
  expect(await countIfRoom(pool, user.id, limit)).toBe(true);
  expect(await countIfRoom(pool, user.id, limit)).toBe(false);
});
