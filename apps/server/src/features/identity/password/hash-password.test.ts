import { execFile, spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { promisify } from 'node:util';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asManyAsAServer, createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { dummyHash, hashPassword, isOutdated, verifyPassword } from './hash-password.ts';

/** Whether this system supports idle scheduling for threads. The policy's number is from proc(5). */
const supportsIdle = spawnSync('chrt', ['--idle', '0', 'true']).status === 0;
const schedIdle = 5;
const lowNiceness = Math.min(getPriority() + 10, 19);

/** Returns a thread's priority from a line of proc(5)'s `stat`. */
function priorityIn(stat: string) {
  const fields = stat.slice(stat.lastIndexOf(')')).split(' ').map(Number);
  return { niceness: fields[17], policy: fields[39] };
}

async function threadPriorities() {
  const tasks = '/proc/self/task';
  const stats = await Promise.all((await readdir(tasks)).map((task) => readFile(`${tasks}/${task}/stat`, 'utf8')));
  return stats.map(priorityIn);
}

/** The script of a process whose PATH has no programs. The process prints the `stat` lines of its threads. */
const scriptWithoutPath = `
  import { readdirSync, readFileSync } from 'node:fs';
  const { hashPassword } = await import('${new URL('hash-password.ts', import.meta.url).href}');
  await hashPassword('double entry');
  for (const task of readdirSync('/proc/self/task')) process.stdout.write(readFileSync('/proc/self/task/' + task + '/stat'));`;

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_PASSWORD_COST: 'full' }, {}, asManyAsAServer);
});
afterAll(() => florin.close());

describe('a password', () => {
  test('a password matches only its own hash, and each hash has its own salt', async () => {
    const [first, second] = [await hashPassword('double entry'), await hashPassword('double entry')];
    expect(first).not.toBe(second);
    expect(await verifyPassword('double entry', first)).toBe(true);
    expect(await verifyPassword('double entry', second)).toBe(true);
    expect(await verifyPassword('double-entry', first)).toBe(false);
  });

  test.runIf(process.platform === 'linux')('password hashing runs at a low priority', async () => {
    await hashPassword('double entry');
    expect((await threadPriorities()).map(({ niceness }) => niceness)).toContain(lowNiceness);
  });

  test.runIf(supportsIdle)('password hashing runs on idle cores only', async () => {
    await hashPassword('double entry');
    expect(await threadPriorities()).toContainEqual({ niceness: lowNiceness, policy: schedIdle });
  });

  test.runIf(process.platform === 'linux')(
    'password hashing falls back to a low priority if idle scheduling is unavailable',
    async () => {
      const { stdout } = await promisify(execFile)(process.execPath, ['--eval', scriptWithoutPath], {
        env: { PATH: '' },
      });
      const priorities = stdout.trim().split('\n').map(priorityIn);
      expect(priorities).toContainEqual({ niceness: lowNiceness, policy: 0 });
      expect(priorities.map(({ policy }) => policy)).not.toContain(schedIdle);
    },
  );

  test('a hash with invalid costs fails, and hashing works again afterwards', async () => {
    await expect(
      verifyPassword('double entry', '$argon2id$v=19$m=0,t=0,p=1$c2FsdHNhbHRzYWx0c2FsdA$dGFn'),
    ).rejects.toThrow('out of range');
    expect(await verifyPassword('double entry', await hashPassword('double entry'))).toBe(true);
  });

  // Runs before any sign-in, because a process creates the dummy hash only once.
  test('an unknown hash format throws an error instead of counting as a wrong password', async () => {
    await expect(verifyPassword('double entry', 'plain text')).rejects.toThrow('not an argon2id hash');
  });

  test.each(['full', 'least'] as const)(
    'an unknown address costs as much as a known one at the %s cost',
    async (cost) => {
      expect(isOutdated(await dummyHash(cost), cost)).toBe(false);
      expect(isOutdated(await hashPassword('double entry', undefined, cost), cost)).toBe(false);
    },
  );

  // Rules: security-3
  test('a flood of sign-ins gets errors instead of a growing queue, and other calls are not delayed', async () => {
    const ines = await florin.signUpWith('20.00');
    const jonas = await florin.signUp();
    const flood = Array.from({ length: 120 }, () =>
      florin.app.http.inject({
        method: 'POST',
        url: `/api${endpoints.login.path}`,
        payload: { email: 'unknown@florin.example', password: 'wrong' },
      }),
    );
    const body = { recipient_email: jonas.user.email, amount: '1.00' };
    const sent = await ines.client.call(endpoints.sendMoney, { body });
    expect(sent.amount_exact).toBe('-1.02');

    const answers = await Promise.all(flood);
    const busy = answers.filter(({ statusCode }) => statusCode === 503);
    expect(busy.length).toBeGreaterThanOrEqual(40);
    expect(answers.filter(({ statusCode }) => statusCode === 400).length).toBe(120 - busy.length);
    expect(busy[0]?.headers['retry-after']).toBe('2');
    expect(busy[0]?.json()).toMatchObject({ code: 'busy' });
    await florin.client.call(endpoints.login, { body: { email: ines.user.email, password: ines.password } });
    await florin.expectCleanBooks();
  });
});

describe('the password queue', () => {
  const password = 'correct horse battery';
  const emailOf = (i: number) => `queue-${i}@florin.example`;
  const signIn = (i: number, remoteAddress: string) =>
    reached.app.http.inject({
      method: 'POST',
      url: `/api${endpoints.login.path}`,
      remoteAddress,
      payload: { email: emailOf(i), password },
    });

  let reached: TestApp;
  beforeAll(async () => {
    reached = await createTestApp(
      {
        FLORIN_RATE_LIMITS: 'on',
        FLORIN_PASSWORD_COST: 'full',
        PUBLIC_URL: 'https://florin.example',
      },
      {},
      asManyAsAServer,
    );
    const passwordHash = await hashPassword(password);
    for (let i = 0; i < 64; i++)
      await reached.database.ownerPool.query(
        `insert into users (id, email, name, password_hash) values (gen_random_uuid(), $1, 'Test Person', $2)`,
        [emailOf(i), passwordHash],
      );
  });
  afterAll(() => reached.close());

  test.each([
    ['an IPv4 /24', (i: number) => `203.0.113.${i + 1}`],
    ['an IPv6 /56', (i: number) => `2001:db8:0:${i.toString(16)}::1`],
  ])('48 other clients can sign in while one network, %s, floods sixteen accounts', async (_, addressOf) => {
    const attack = Array.from({ length: 80 }, (__, i) => signIn(i % 16, addressOf(i % 16)));
    const others = Array.from({ length: 48 }, (__, i) => signIn(16 + i, `198.51.${i}.1`));
    const [attacking, served] = await Promise.all([Promise.all(attack), Promise.all(others)]);
    expect(served.map(({ statusCode }) => statusCode)).toEqual(Array(48).fill(200));
    const turnedAway = attacking.filter(({ statusCode }) => statusCode === 429);
    expect(turnedAway.length).toBeGreaterThanOrEqual(70);
    expect(turnedAway[0]?.headers['retry-after']).toBe('2');
    expect(attacking.map(({ statusCode }) => statusCode)).not.toContain(503);
  });

  // Rules: identity-16
  test('the password queue holds one waiting sign-in per account and rejects the next', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map((i) => signIn(0, `198.51.${i}.1`)));
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(3);
    expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(2);
  });
});
