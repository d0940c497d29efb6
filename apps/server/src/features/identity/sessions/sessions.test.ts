import { hash } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { transact } from '../../../platform/database/transact.ts';
import { openSession } from './sign-in.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
afterAll(() => florin.close());

const digest = (token: string) => hash('sha256', token, 'hex');

async function hoursLeft(token: string): Promise<number> {
  const { rows } = await florin.database.ownerPool.query<{ hours: number }>(
    `select extract(epoch from expires_at - now())::float8 / 3600 as hours
     from sessions where token_hash = decode($1, 'hex')`,
    [digest(token)],
  );
  return rows[0]?.hours ?? Number.NaN;
}

const endsIn = (token: string, interval: string) =>
  florin.database.ownerPool.query(
    `update sessions set expires_at = now() + $2::interval where token_hash = decode($1, 'hex')`,
    [digest(token), interval],
  );

async function logIn({ user, password }: TestMember, remember?: boolean): Promise<string> {
  const body = { email: user.email, password, ...(remember === undefined ? {} : { remember }) };
  return (await florin.client.call(endpoints.login, { body })).token;
}

/** Opens a session without the password, because hashing would delay parallel sign-ins. */
const openWithoutPassword = ({ user }: TestMember) =>
  transact(florin.database.pool, (tx) =>
    openSession(tx, user.id, { remembered: false, origin: { ip: '203.0.113.9', userAgent: '' } }),
  );

const me = (token: string) => florin.clientOf(token).call(endpoints.me);

describe('a session', () => {
  // Rules: security-10
  test('a session token has 256 random bits, and only its digest is stored', async () => {
    const { token, user } = await florin.signUp();
    expect(token).toMatch(/^[\w-]{43}$/);
    const { rows } = await florin.database.ownerPool.query<{ row: string }>(
      'select to_jsonb(s)::text as row from sessions s where user_id = $1',
      [user.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).toContain(digest(token));
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.row).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  // Rules: security-12
  test('logging out ends only this session, immediately', async () => {
    const ines = await florin.signUp();
    const other = await logIn(ines);
    expect(await ines.client.call(endpoints.logout)).toBeUndefined();
    await expect(me(ines.token)).rejects.toMatchObject(refusedWith('not_signed_in'));
    await expect(ines.client.call(endpoints.logout)).rejects.toMatchObject(refusedWith('not_signed_in'));
    expect((await me(other)).id).toBe(ines.user.id);
  });

  test('rejects an expired session', async () => {
    const { token } = await florin.signUp();
    await endsIn(token, '1 minute');
    await me(token);
    await endsIn(token, '0 seconds');
    await expect(me(token)).rejects.toMatchObject(refusedWith('not_signed_in'));
  });

  test('rejects a session of a disabled account', async () => {
    const { token, user } = await florin.signUp();
    await florin.database.ownerPool.query('update users set disabled_at = now() where id = $1', [user.id]);
    await expect(me(token)).rejects.toMatchObject(refusedWith('not_signed_in'));
  });

  // Rules: sign-in-31, security-11, asvs-7.3.1
  test('a session ends twelve hours after sign-in, used or not', async () => {
    const ines = await florin.signUp();
    for (const token of [ines.token, await logIn(ines), await logIn(ines, false)]) {
      expect(await hoursLeft(token)).toBeCloseTo(12, 1);
      await endsIn(token, '1 hour');
      await me(token);
      expect(await hoursLeft(token)).toBeCloseTo(1, 1);
    }
  });

  // Rules: sign-in-31, security-11, asvs-7.3.1
  test('a remembered session ends thirty days after its last use', async () => {
    const token = await logIn(await florin.signUp(), true);
    expect(await hoursLeft(token)).toBeCloseTo(30 * 24, 1);
    await endsIn(token, '1 hour');
    await me(token);
    expect(await hoursLeft(token)).toBeCloseTo(30 * 24, 1);
  });

  // Rules: identity-19, asvs-7.3.2
  test('a remembered session ends ninety days after sign-in at the latest', async () => {
    const token = await logIn(await florin.signUp(), true);
    const openedAgo = (days: number) =>
      florin.database.ownerPool.query(
        `update sessions set created_at = now() - $2 * interval '1 day', expires_at = now() + interval '1 day'
         where token_hash = decode($1, 'hex')`,
        [digest(token), days],
      );
    await openedAgo(80);
    await me(token);
    expect(await hoursLeft(token), 'up to the ninetieth day').toBeCloseTo(10 * 24, 1);
    await openedAgo(400);
    await expect(me(token)).rejects.toMatchObject(refusedWith('not_signed_in'));
  });

  // Rules: identity-16
  test('the twenty-first session of an account ends only the oldest one', async () => {
    const ines = await florin.signUp();
    const others: string[] = [];
    for (let i = 0; i < 19; i++) others.push(await logIn(ines));
    await me(ines.token);
    const newest = await logIn(ines);
    await expect(me(ines.token)).rejects.toMatchObject(refusedWith('not_signed_in'));
    for (const token of [...others, newest]) await me(token);
  });

  // Rules: identity-16
  test('an account has at most twenty sessions, even after parallel sign-ins', async () => {
    const ines = await florin.signUp();
    await Promise.allSettled(Array.from({ length: 30 }, () => openWithoutPassword(ines)));
    const { rows } = await florin.database.ownerPool.query('select from sessions where user_id = $1', [ines.user.id]);
    expect(rows).toHaveLength(20);
  });

  test('parallel requests of several members never mix up their sessions', async () => {
    const members = await Promise.all([1, 2, 3, 4].map(() => florin.signUp()));
    const answered = await Promise.all([...members, ...members].map(({ token }) => me(token)));
    expect(answered.map((user) => user.id)).toEqual([...members, ...members].map(({ user }) => user.id));
  });
});
