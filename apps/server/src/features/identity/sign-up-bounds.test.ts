import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_RATE_LIMITS: 'on', PUBLIC_URL: 'https://florin.example' });
});
beforeEach(() => florin.database.ownerPool.query('delete from login_failures'));
afterAll(() => florin.close());

let count = 0;

async function signUp(remoteAddress: string) {
  const answer = await florin.app.http.inject({
    method: 'POST',
    url: `/api${endpoints.signup.path}`,
    payload: { name: 'Test Person', email: `stranger${++count}@elsewhere.example`, password: 'correct horse battery' },
    remoteAddress,
  });
  return { status: answer.statusCode, wait: Number(answer.headers['retry-after'] ?? 0), body: answer.body };
}

async function signUpMany(times: number, remoteAddress: string) {
  const statuses = new Map<number, number>();
  for (let i = 0; i < times; i++) {
    const { status } = await signUp(remoteAddress);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return Object.fromEntries(statuses);
}

const mails = async () => (await florin.database.ownerPool.query('select from mails')).rowCount ?? 0;

/** Moves all counters into the past. */
const passHours = (hours: number) =>
  florin.database.ownerPool.query('update login_failures set updated_at = updated_at - make_interval(hours => $1)', [
    hours,
  ]);

describe('sign-ups from one network', () => {
  // Rules: security-28
  test('rejects the 61st sign-up of an hour from one network with a retry time and sends no mail', async () => {
    await signUpMany(1, '203.0.113.7');
    await florin.database.ownerPool.query(`update login_failures set failures = 57 where key = sha256($1::bytea)`, [
      'sign-up of the hour 203.0.113',
    ]);
    expect(await signUpMany(3, '203.0.113.7')).toEqual({ 200: 3 });
    const before = await mails();
    const rejected = await signUp('203.0.113.200');
    expect(rejected.status).toBe(429);
    expect(rejected.wait).toBeGreaterThan(3_500);
    expect(rejected.wait).toBeLessThanOrEqual(3_600);
    expect(rejected.body).toContain('Too many accounts were opened from your network');
    expect(await mails()).toBe(before);
    expect(await signUpMany(1, '198.51.100.7'), 'from another network').toEqual({ 200: 1 });
    await passHours(1);
    expect(await signUpMany(1, '203.0.113.7')).toEqual({ 200: 1 });
  });

  test('rejects the 201st sign-up of a day from one network', async () => {
    await signUpMany(1, '203.0.113.7');
    await florin.database.ownerPool.query(`update login_failures set failures = 199 where key = sha256($1::bytea)`, [
      'sign-up of the day 203.0.113',
    ]);
    expect(await signUpMany(2, '203.0.113.7')).toEqual({ 200: 1, 429: 1 });
    await passHours(23);
    expect((await signUp('203.0.113.7')).status).toBe(429);
    await passHours(1);
    expect((await signUp('203.0.113.7')).status).toBe(200);
  });
});
