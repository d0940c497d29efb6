import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { hashPassword, verifyPassword } from './password.ts';

/** Where a thread can be told to run only while its core has nothing else to do; the policy's number as proc(5) has it. */
const canBeLast = spawnSync('chrt', ['--idle', '0', 'true']).status === 0;
const schedIdle = 5;

/** Of each thread of this process, by their places in proc(5)'s `stat` after the name. */
async function inEachThread(field: 'niceness' | 'policy'): Promise<number[]> {
  const tasks = '/proc/self/task';
  const stats = await Promise.all((await readdir(tasks)).map((task) => readFile(`${tasks}/${task}/stat`, 'utf8')));
  return stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')')).split(' ')[{ niceness: 17, policy: 39 }[field]]));
}

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
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
    expect(await inEachThread('niceness')).toContain(Math.min(getPriority() + 10, 19));
  });

  test.runIf(canBeLast)('is hashed where a core has nothing else to do', async () => {
    await hashPassword('double entry');
    expect(await inEachThread('policy')).toContain(schedIdle);
  });

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
