import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({
    FLORIN_RATE_LIMITS: 'on',
    FLORIN_PASSWORD_COST: 'full',
    PUBLIC_URL: 'https://florin.example',
  });
});
beforeEach(() => florin.database.ownerPool.query('delete from login_failures'));
afterAll(() => florin.close());

const newPassword = 'a fresh and longer one';
const change = ({ client, password }: TestMember, next = newPassword, current = password) =>
  client.call(endpoints.changePassword, { body: { current_password: current, password: next } });
const logIn = (email: string, password: string) => florin.client.call(endpoints.login, { body: { email, password } });

describe('changing the password', () => {
  // Rules: security-7
  test('changing the password keeps this session, ends all others and notifies the member', async () => {
    const ines = await florin.signUp();
    const other = await logIn(ines.user.email, ines.password);
    const before = await ines.client.call(endpoints.getSecurity);
    await change(ines);
    await expect(florin.clientOf(other.token).call(endpoints.me)).rejects.toMatchObject(refusedWith('not_signed_in'));
    const after = await ines.client.call(endpoints.getSecurity);
    expect(after.password_changed_at > before.password_changed_at).toBe(true);
    await logIn(ines.user.email, newPassword);
    const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: ines.user.email } });
    expect(mails.map(({ subject }) => subject)).toContain('Your password was changed');
  });

  // Rules: security-17
  test('a wrong current password answers 400 and keeps the session', async () => {
    const ines = await florin.signUp();
    await expect(change(ines, newPassword, 'not the password')).rejects.toMatchObject(refusedWith('bad_credentials'));
    await ines.client.call(endpoints.me);
    await logIn(ines.user.email, ines.password);
  });

  test('guesses of the current password are throttled and do not block sign-ins', async () => {
    const ines = await florin.signUp();
    for (let i = 0; i < 6; i++)
      await expect(change(ines, newPassword, `guess ${i}`)).rejects.toMatchObject(refusedWith('bad_credentials'));
    await expect(change(ines)).rejects.toMatchObject(refusedWith('too_many_requests'));
    await logIn(ines.user.email, ines.password);
  });
});

// Rules: security-3
test('a sign-in rehashes a password with an outdated cost', async () => {
  const ines = await florin.signUp();
  const hashOf = async () =>
    (
      await florin.database.ownerPool.query<{ password_hash: string }>(
        'select password_hash from users where id = $1',
        [ines.user.id],
      )
    ).rows[0]?.password_hash;
  const { argon2Sync } = await import('node:crypto');
  const salt = Buffer.alloc(16, 'salt');
  const [memory, passes, parallelism] = [8_192, 1, 1];
  const message = Buffer.from(ines.password);
  const tag = argon2Sync('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: 32 });
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  await florin.database.ownerPool.query('update users set password_hash = $2 where id = $1', [
    ines.user.id,
    `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`,
  ]);
  await logIn(ines.user.email, ines.password);
  expect(await hashOf()).toContain('$m=19456,t=2,p=1$');
  await logIn(ines.user.email, ines.password);
});
