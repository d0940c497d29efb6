import { execFile, spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { promisify } from 'node:util';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asManyAsAServer, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { hashOfNobody, hashPassword, isOutdated, verifyPassword } from './password.ts';

/** Where a thread can be told to run only while its core has nothing else to do; the policy's number as proc(5) has it. */
const canBeLast = spawnSync('chrt', ['--idle', '0', 'true']).status === 0;
const schedIdle = 5;
const tenSteps = Math.min(getPriority() + 10, 19);

/** A thread's rank, from a line of proc(5)'s `stat`. */
function rankIn(stat: string) {
  const fields = stat.slice(stat.lastIndexOf(')')).split(' ').map(Number);
  return { niceness: fields[17], policy: fields[39] };
}

async function ranksOfThreads() {
  const tasks = '/proc/self/task';
  const stats = await Promise.all((await readdir(tasks)).map((task) => readFile(`${tasks}/${task}/stat`, 'utf8')));
  return stats.map(rankIn);
}

/** A process that finds no program to ask with: what it prints are the lines of its threads' `stat`. */
const withoutPrograms = `
  import { readdirSync, readFileSync } from 'node:fs';
  const { hashPassword } = await import('${new URL('password.ts', import.meta.url).href}');
  await hashPassword('double entry');
  for (const task of readdirSync('/proc/self/task')) process.stdout.write(readFileSync('/proc/self/task/' + task + '/stat'));`;

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_PASSWORD_COST: 'full' }, {}, asManyAsAServer);
});
afterAll(() => florin.close());

describe('a password', () => {
  test('fits its own hash and no other, and each hash has a salt of its own', async () => {
    const [first, second] = [await hashPassword('double entry'), await hashPassword('double entry')];
    expect(first).not.toBe(second);
    expect(await verifyPassword('double entry', first)).toBe(true);
    expect(await verifyPassword('double entry', second)).toBe(true);
    expect(await verifyPassword('double-entry', first)).toBe(false);
  });

  test.runIf(process.platform === 'linux')('is hashed behind everything else that runs', async () => {
    await hashPassword('double entry');
    expect((await ranksOfThreads()).map(({ niceness }) => niceness)).toContain(tenSteps);
  });

  test.runIf(canBeLast)('is hashed where a core has nothing else to do', async () => {
    await hashPassword('double entry');
    expect(await ranksOfThreads()).toContainEqual({ niceness: tenSteps, policy: schedIdle });
  });

  test.runIf(process.platform === 'linux')(
    'is hashed ten steps behind where nobody is there to ask for that',
    async () => {
      const { stdout } = await promisify(execFile)(process.execPath, ['--eval', withoutPrograms], {
        env: { PATH: '' },
      });
      const ranks = stdout.trim().split('\n').map(rankIn);
      expect(ranks).toContainEqual({ niceness: tenSteps, policy: 0 });
      expect(ranks.map(({ policy }) => policy)).not.toContain(schedIdle);
    },
  );

  test('a hash whose cost is none fails, and the next one is made', async () => {
    await expect(
      verifyPassword('double entry', '$argon2id$v=19$m=0,t=0,p=1$c2FsdHNhbHRzYWx0c2FsdA$dGFn'),
    ).rejects.toThrow('out of range');
    expect(await verifyPassword('double entry', await hashPassword('double entry'))).toBe(true);
  });

  // Before anybody signs in: the hash is made once in a process.
  test('a hash of another kind is a bug, not a wrong password', async () => {
    await expect(verifyPassword('double entry', 'plain text')).rejects.toThrow('not an argon2id hash');
  });

  test.each(['full', 'least'] as const)(
    'at the %s cost an unknown address takes the same work as a known one',
    async (cost) => {
      expect(isOutdated(await hashOfNobody(cost), cost)).toBe(false);
      expect(isOutdated(await hashPassword('double entry', undefined, cost), cost)).toBe(false);
    },
  );

  // Rules: security-3
  test('a flood of sign-ins is turned away instead of growing a queue, and nobody else waits for it', async () => {
    const ines = await florin.signUpWith('20.00');
    const jonas = await florin.signUp();
    const flood = Array.from({ length: 120 }, () =>
      florin.app.http.inject({
        method: 'POST',
        url: `/api${endpoints.login.path}`,
        payload: { email: 'nobody@florin.example', password: 'wrong' },
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

describe('the queue for passwords', () => {
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
  ])('serves 48 others while one network, %s, signs in to sixteen accounts five times each', async (_, addressOf) => {
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
  test('has one more sign-in of an account wait, and turns away the next', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map((i) => signIn(0, `198.51.${i}.1`)));
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(3);
    expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(2);
  });
});
