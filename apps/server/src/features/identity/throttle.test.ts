import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { hashPassword } from './password/hash-password.ts';

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_RATE_LIMITS: 'on', PUBLIC_URL: 'https://florin.example' }, {}, asManyAsAServer);
});
beforeEach(async () => {
  await florin.database.ownerPool.query('delete from login_failures');
  ines = await florin.signUp();
});
afterAll(() => florin.close());

/** Signs in and returns the status and the seconds to wait. */
async function attempt(email: string, password: string, remoteAddress = '127.0.0.1') {
  const { statusCode: status, headers } = await florin.app.http.inject({
    method: 'POST',
    url: `/api${endpoints.login.path}`,
    remoteAddress,
    payload: { email, password },
  });
  return { status, wait: Number(headers['retry-after'] ?? 0) };
}

async function fail(times: number, email = ines.user.email) {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push((await attempt(email, 'wrong')).status);
  return statuses;
}

const endWait = () => florin.database.ownerPool.query('update login_failures set blocked_until = now()');

describe('guessing a password', () => {
  test('five failed sign-ins are free, and the sixth one starts a wait', async () => {
    expect(await fail(6)).toEqual([400, 400, 400, 400, 400, 400]);
    expect(await attempt(ines.user.email, 'wrong')).toEqual({ status: 429, wait: 1 });
  });

  test('rejects the correct password during the wait', async () => {
    await fail(6);
    expect((await attempt(ines.user.email, ines.password)).status).toBe(429);
    await endWait();
    expect((await attempt(ines.user.email, ines.password)).status).toBe(200);
  });

  // Rules: security-4
  test('each further failure doubles the wait up to 15 minutes', async () => {
    await fail(6);
    const waits: number[] = [];
    for (let i = 0; i < 4; i++) {
      await endWait();
      await fail(1);
      waits.push((await attempt(ines.user.email, 'wrong')).wait);
    }
    expect(waits).toEqual([2, 4, 8, 16]);
    await florin.database.ownerPool.query('update login_failures set failures = 1000, blocked_until = now()');
    await fail(1);
    expect((await attempt(ines.user.email, 'wrong')).wait).toBe(900);
  });

  test('ignores a wait that was recorded by a clock running ahead', async () => {
    await fail(6);
    await florin.database.ownerPool.query(
      `update login_failures set blocked_until = now() + interval '1 year', updated_at = now() + interval '1 year', failures = 300`,
    );
    expect((await attempt(ines.user.email, ines.password)).status).toBe(200);
    expect(await fail(6)).toEqual([400, 400, 400, 400, 400, 400]);
    expect(await attempt(ines.user.email, 'wrong')).toEqual({ status: 429, wait: 1 });
  });

  test('a successful sign-in clears the account’s failures', async () => {
    await fail(5);
    expect((await attempt(ines.user.email, ines.password)).status).toBe(200);
    expect(await fail(6)).toEqual([400, 400, 400, 400, 400, 400]);
  });

  test('a blocked account does not block other accounts from the same network', async () => {
    const jonas = await florin.signUp();
    await fail(6);
    expect((await attempt(ines.user.email, ines.password)).status).toBe(429);
    expect((await attempt(jonas.user.email, jonas.password)).status).toBe(200);
  });

  test('a network that tries many accounts is blocked, even after its own successful sign-in', async () => {
    for (let i = 0; i < 20; i++) await fail(1, `guess-${i}@florin.example`);
    expect((await attempt(ines.user.email, ines.password)).status).toBe(200);
    await fail(1, 'guess-20@florin.example');
    expect((await attempt(ines.user.email, ines.password)).status).toBe(429);
  });

  // Rules: security-4
  test('failures of a network expire after an hour', async () => {
    for (let i = 0; i < 20; i++) await fail(1, `guess-${i}@florin.example`);
    await florin.database.ownerPool.query(`update login_failures set updated_at = now() - interval '61 minutes'`);
    await fail(1, 'guess-20@florin.example');
    expect((await attempt(ines.user.email, ines.password)).status).toBe(200);
  });

  // Rules: security-4
  test('parallel guesses are limited like sequential ones', async () => {
    const guesses = await Promise.all(Array.from({ length: 30 }, () => attempt(ines.user.email, 'wrong')));
    const evaluated = guesses.filter(({ status }) => status === 400).length;
    expect(evaluated).toBeGreaterThanOrEqual(1);
    expect(evaluated).toBeLessThanOrEqual(6);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(30 - evaluated);
  });

  test('failures of an account expire after a day', async () => {
    await fail(1);
    await florin.database.ownerPool.query(
      `update login_failures set failures = 50, updated_at = now() - interval '25 hours', blocked_until = now()`,
    );
    expect(await fail(1)).toEqual([400]);
    expect((await attempt(ines.user.email, ines.password)).status).toBe(200);
  });

  // Rules: security-4
  test('a guess does not count if the full password queue rejects it', async () => {
    let isFull = true;
    const flood = Array.from({ length: 80 }, async () => {
      while (isFull) await hashPassword('a flood of sign-ins').catch(() => sleep(1));
    });
    const body = { current_password: ines.password };
    for (let busy = 0; busy < 6;) busy = (await attempt(ines.user.email, ines.password)).status === 503 ? busy + 1 : 0;
    await ines.client.call(endpoints.setUpTwoFactor, { body }).catch(() => undefined);
    isFull = false;
    await Promise.all(flood);
    const { rows } = await florin.database.ownerPool.query(
      `select coalesce(max(failures), 0) as failures from login_failures
       where key in (sha256(convert_to($1, 'utf8')), sha256(convert_to($2, 'utf8')))`,
      [`account ${ines.user.email} 127.0.0.x`, `password ${ines.user.id}`],
    );
    expect(rows).toEqual([{ failures: 0 }]);
    expect(await fail(6)).toEqual([400, 400, 400, 400, 400, 400]);
  });

  test('an unknown address is throttled like a known one', async () => {
    expect(await fail(7, 'unknown@florin.example')).toEqual([400, 400, 400, 400, 400, 400, 429]);
  });

  test('the throttle stores no address in plain text', async () => {
    await florin.database.ownerPool.query('delete from login_failures'); // from sign-up
    await fail(1);
    const { rows } = await florin.database.ownerPool.query<{ row: string }>(
      'select to_jsonb(f)::text as row from login_failures f',
    );
    expect(rows).toHaveLength(3); // account, network and global counter
    for (const { row } of rows) expect(row).not.toMatch(/@|127\.0|florin/);
  });
});

describe('guesses by a stranger', () => {
  const elsewhere = '198.51.100.7';
  const guess = async (times: number, from: string | ((i: number) => string) = elsewhere) => {
    const statuses: number[] = [];
    for (let i = 0; i < times; i++)
      statuses.push((await attempt(ines.user.email, 'wrong', typeof from === 'string' ? from : from(i))).status);
    return statuses;
  };
  const signInFrom = (ip: string) => attempt(ines.user.email, ines.password, ip);

  // Rules: security-4
  test('a stranger’s guesses never block a member on a familiar network', async () => {
    await guess(6);
    for (let round = 0; round < 12; round++) {
      await endWait();
      await guess(1);
      expect((await signInFrom('127.0.0.1')).status).toBe(200);
    }
    expect(await attempt(ines.user.email, 'wrong', '203.0.113.9')).toEqual({ status: 429, wait: 900 });
  });

  test('a member’s successful sign-in does not clear a stranger’s failures', async () => {
    await guess(6);
    expect((await signInFrom('127.0.0.1')).status).toBe(200);
    expect((await attempt(ines.user.email, ines.password, elsewhere)).status).toBe(429);
    await endWait();
    await guess(1);
    expect((await attempt(ines.user.email, 'wrong', elsewhere)).wait).toBe(2);
  });

  test('guesses on a familiar network have the same limit and do not block other networks', async () => {
    expect((await signInFrom('203.0.113.77')).status).toBe(200);
    expect(await guess(7, '203.0.113.5')).toEqual([400, 400, 400, 400, 400, 400, 429]);
    expect((await signInFrom('127.0.0.1')).status).toBe(200);
  });

  test('many addresses of a familiar IPv6 network share one limit', async () => {
    expect((await signInFrom('2001:db8:1:2::3')).status).toBe(200);
    const statuses = await guess(7, (i) => `2001:db8:1:${i + 10}::1`);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429]);
  });

  // Rules: security-4
  test('a member has at most ten familiar networks', async () => {
    for (let i = 0; i < 12; i++) expect((await signInFrom(`203.0.${i}.1`)).status).toBe(200);
    await guess(6);
    const familiar: number[] = [];
    // Newest first, because they must sign in within the second for which strangers wait.
    for (let i = 11; i >= 0; i--) familiar.push((await signInFrom(`203.0.${i}.1`)).status);
    expect((await signInFrom('127.0.0.1')).status).toBe(200);
    expect(familiar).toEqual([429, 429, 429, ...Array.from({ length: 9 }, () => 200)]);
  });

  test('a guess from a new network is throttled, even with the member’s browser name', async () => {
    await guess(6);
    expect((await attempt(ines.user.email, ines.password, '203.0.113.9')).status).toBe(429);
  });
});

describe('guessing registered addresses', () => {
  const signUp = async (email: string) => {
    const { statusCode } = await florin.app.http.inject({
      method: 'POST',
      url: `/api${endpoints.signup.path}`,
      payload: { name: 'Test Person', email, password: 'correct horse battery' },
    });
    return statusCode;
  };

  test('twenty sign-ups with taken addresses start a wait for sign-ups only', async () => {
    for (let i = 0; i < 21; i++) expect(await signUp(ines.user.email)).toBe(409);
    expect(await signUp('new.member@florin.example')).toBe(429);
    await endWait();
    expect((await attempt(ines.user.email, ines.password)).status).toBe(200);
  });
});

describe('guesses from many networks', () => {
  const signInFrom = (ip: string) => attempt(ines.user.email, ines.password, ip);

  // Rules: security-4
  test('300 failures in a minute make unfamiliar networks wait one second', async () => {
    await fail(1);
    const countOfAll = `update login_failures set failures = 300 where key = sha256('all ')`;
    await florin.database.ownerPool.query(countOfAll);
    expect((await signInFrom('203.0.113.9')).status).toBe(200);
    await fail(1, 'unknown@florin.example');
    expect(await signInFrom('198.51.100.7')).toEqual({ status: 429, wait: 1 });
    await endWait();
    expect((await signInFrom('198.51.100.7')).status).toBe(200);
  });

  // Rules: security-4
  test('the global limit does not delay familiar networks and signed-in members', async () => {
    await fail(1, 'unknown@florin.example');
    await florin.database.ownerPool.query(
      `update login_failures set failures = 1000, blocked_until = now() + interval '1 second' where key = sha256('all ')`,
    );
    expect((await signInFrom('198.51.100.7')).status).toBe(429);
    expect((await signInFrom('127.0.0.1')).status).toBe(200);
    await ines.client.call(endpoints.setUpTwoFactor, { body: { current_password: ines.password } });
  });

  test('the global limit resets every minute', async () => {
    await fail(1);
    await florin.database.ownerPool.query(
      `update login_failures set failures = 300, updated_at = now() - interval '1 minute' where key = sha256('all ')`,
    );
    await fail(1);
    expect((await signInFrom('198.51.100.7')).status).toBe(200);
  });
});

test('forty failures from one IPv6 /48 block the whole /48', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 80; i++) {
    const { status } = await attempt(`guess-${i}@florin.example`, 'wrong', `2001:db8:48:${(i * 257).toString(16)}::1`);
    statuses.push(status);
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(41);
  expect((await attempt(ines.user.email, ines.password, '2001:db8:49::1')).status).toBe(200);
});

// Rules: sign-in-35
test('a local sandbox allows ten times as many failures', async () => {
  const local = await createTestApp({ FLORIN_RATE_LIMITS: 'on' }, {}, asManyAsAServer);
  const { user } = await local.signUp();
  const guess = () =>
    local.app.http.inject({
      method: 'POST',
      url: `/api${endpoints.login.path}`,
      payload: { email: user.email, password: 'wrong' },
    });
  const statuses: number[] = [];
  for (let i = 0; i < 52; i++) statuses.push((await guess()).statusCode);
  await local.close();
  expect(statuses).toEqual([...Array.from({ length: 51 }, () => 400), 429]);
});
