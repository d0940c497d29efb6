import { endpoints, passwordFaultText } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openLiveNode } from '../../../../test/live-node.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { turnOnTwoFactor } from '../../../../test/two-factor.ts';
import { mailPasswordResets } from './forgot-password.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({
    FLORIN_EMAIL_CONFIRMATION: 'on',
    FLORIN_RATE_LIMITS: 'on',
    PUBLIC_URL: 'https://florin.example',
  });
});
beforeEach(() => asOwner('delete from login_failures'));
afterAll(() => florin.close());

const newPassword = 'a fresh and longer one';
const asOwner = (statement: string, values: unknown[] = []) => florin.database.ownerPool.query(statement, values);
const runJob = () => mailPasswordResets(florin.app.dependencies);
const requestReset = (email: string) => florin.client.call(endpoints.forgotPassword, { body: { email } });
const reset = (token: string, password = newPassword) =>
  florin.client.call(endpoints.resetPassword, { body: { token, password } });
const logIn = (email: string, password: string, code?: string) =>
  florin.client.call(endpoints.login, { body: { email, password, ...(code === undefined ? {} : { code }) } });

const resetMails = async (email: string) =>
  (await florin.client.call(endpoints.listCaughtMails, { query: { to: email } })).filter(
    ({ subject }) => subject === 'Set a new password',
  );

/** Requests a reset, runs the job and returns the token of the newest mail. */
async function tokenFor({ user }: TestMember): Promise<string> {
  await requestReset(user.email);
  await runJob();
  const [mail] = await resetMails(user.email);
  return /^https:\/\/florin\.example\/reset-password#([\w-]{43})$/.exec(mail?.link ?? '')?.[1] ?? 'no mailed link';
}

describe('a forgotten password', () => {
  test('resetting the password ends all sessions, opens none and notifies the member', async () => {
    const ines = await florin.signUp();
    expect(await reset(await tokenFor(ines))).toBeUndefined();
    await expect(ines.client.call(endpoints.me)).rejects.toMatchObject(refusedWith('not_signed_in'));
    await expect(logIn(ines.user.email, ines.password)).rejects.toMatchObject(refusedWith('bad_credentials'));
    await logIn(ines.user.email, newPassword);
    const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: ines.user.email } });
    expect(mails.map(({ subject }) => subject)).toContain('Your password was reset');
  });

  // Rules: security-8
  test('a reset link works once, even in parallel', async () => {
    const token = await tokenFor(await florin.signUp());
    const both = await Promise.allSettled([reset(token), reset(token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject(refusedWith('reset_invalid'));
    await expect(reset(token)).rejects.toMatchObject(refusedWith('reset_invalid'));
  });

  test('using a reset link invalidates the member’s other reset links', async () => {
    const ines = await florin.signUp();
    const [first, second] = [await tokenFor(ines), await tokenFor(ines)];
    await reset(second);
    await expect(reset(first)).rejects.toMatchObject(refusedWith('reset_invalid'));
  });

  test('a reset link works for 30 minutes by the database’s clock', async () => {
    const ines = await florin.signUp();
    const token = await tokenFor(ines);
    const { rows } = await asOwner(
      'select extract(epoch from expires_at - now())::float8 / 60 as minutes from password_resets where user_id = $1',
      [ines.user.id],
    );
    expect(rows).toEqual([{ minutes: expect.closeTo(30, 0) }]);
    await asOwner('update password_resets set expires_at = now() where user_id = $1', [ines.user.id]);
    await expect(reset(token)).rejects.toMatchObject(refusedWith('reset_invalid'));
    await logIn(ines.user.email, ines.password);
  });

  test('rejects a reset link that was mailed to an earlier address', async () => {
    const ines = await florin.signUp();
    const token = await tokenFor(ines);
    await asOwner('update users set email = $2 where id = $1', [ines.user.id, `moved-${ines.user.email}`]);
    await expect(reset(token)).rejects.toMatchObject(refusedWith('reset_invalid'));
  });

  // Rules: security-2
  test('live mode rejects a common new password and keeps the link valid, and the sandbox accepts it', async () => {
    const live = await openLiveNode(florin);
    const token = await tokenFor(await florin.signUp());
    const body = { token, password: 'password123' };
    await expect(live.clientOf(null).call(endpoints.resetPassword, { body })).rejects.toMatchObject(
      refusedWith('password_too_common', { fields: { password: passwordFaultText.common } }),
    );
    await live.close();
    await reset(token, 'password123');
  });

  // Rules: security-4
  test('a password reset clears the wait caused by other people’s guesses', async () => {
    const ines = await florin.confirm(await florin.signUp());
    const from = (remoteAddress: string, password: string) =>
      florin.app.http.inject({
        method: 'POST',
        url: `/api${endpoints.login.path}`,
        remoteAddress,
        payload: { email: ines.user.email, password },
      });
    for (const network of ['198.51.100.7', '127.0.0.1']) for (let i = 0; i < 6; i++) await from(network, 'wrong');
    const { rowCount } = await asOwner(
      `update login_failures set blocked_until = now() + interval '15 minutes'
       where key in (sha256(convert_to($1, 'utf8')), sha256(convert_to($2, 'utf8')))`,
      [`account ${ines.user.email}`, `account ${ines.user.email} 127.0.0.x`],
    );
    expect(rowCount).toBe(2);
    expect((await from('203.0.113.9', ines.password)).statusCode).toBe(429);
    await reset(await tokenFor(ines));
    for (const network of ['203.0.113.9', '127.0.0.1']) expect((await from(network, newPassword)).statusCode).toBe(200);
  });

  test('a password reset keeps two-factor authentication on', async () => {
    const ines = await florin.confirm(await florin.signUp());
    const { recoveryCodes } = await turnOnTwoFactor(ines);
    await reset(await tokenFor(ines));
    await expect(logIn(ines.user.email, newPassword)).rejects.toMatchObject(refusedWith('second_factor_required'));
    await logIn(ines.user.email, newPassword, recoveryCodes[0]);
  });

  // Rules: security-8
  test('a reset of an unconfirmed account removes its authenticator and devices', async () => {
    const mallory = await florin.signUp();
    const { recoveryCodes } = await turnOnTwoFactor(mallory);
    await reset(await tokenFor(mallory)); // by the owner of the address
    expect((await asOwner('select from known_devices where user_id = $1', [mallory.user.id])).rowCount).toBe(0);
    const { token } = await logIn(mallory.user.email, newPassword);
    const rightful = { ...mallory, password: newPassword, client: florin.clientOf(token) };
    expect(await rightful.client.call(endpoints.getSecurity)).toMatchObject({ two_factor_since: null });
    await turnOnTwoFactor(rightful);
    await expect(logIn(mallory.user.email, newPassword, recoveryCodes[0])).rejects.toMatchObject(
      refusedWith('second_factor_wrong'),
    );
  });

  test('the database stores only the digest of a reset token', async () => {
    const ines = await florin.signUp();
    const token = await tokenFor(ines);
    const { rows } = await asOwner('select to_jsonb(r)::text as row from password_resets r where user_id = $1', [
      ines.user.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  test.each(['x', 'A'.repeat(43), `' or 1=1 --`])('rejects the wrong reset token %j', async (token) => {
    await expect(reset(token)).rejects.toMatchObject(refusedWith('reset_invalid'));
  });
});

describe('requesting a reset link', () => {
  // Rules: security-8
  test('requesting a reset link answers and works the same with and without an account', async () => {
    const ines = await florin.signUp();
    const raw = async (email: string) => {
      const { statusCode, body } = await florin.app.http.inject({
        method: 'POST',
        url: `/api${endpoints.forgotPassword.path}`,
        payload: { email },
      });
      const { rows } = await asOwner('select 1 from password_reset_requests where email = $1', [email]);
      return { statusCode, body, requests: rows.length };
    };
    expect(await raw('unknown@florin.example')).toEqual({ statusCode: 204, body: '', requests: 1 });
    expect(await raw(ines.user.email)).toEqual({ statusCode: 204, body: '', requests: 1 });
    await runJob();
    expect(await resetMails('unknown@florin.example')).toEqual([]);
    expect(await resetMails(ines.user.email)).toHaveLength(1);
    expect((await asOwner('select 1 from password_reset_requests')).rows).toEqual([]);
  });

  test('an account receives at most three reset mails an hour', async () => {
    const ines = await florin.signUp();
    for (let i = 0; i < 5; i++) await requestReset(ines.user.email);
    await Promise.all([runJob(), runJob()]);
    expect(await resetMails(ines.user.email)).toHaveLength(3);
    await asOwner(`update password_resets set created_at = created_at - interval '1 hour' where user_id = $1`, [
      ines.user.id,
    ]);
    await requestReset(ines.user.email);
    await runJob();
    expect(await resetMails(ines.user.email)).toHaveLength(4);
  });

  test('a frozen account receives no reset mail', async () => {
    const ines = await florin.signUp();
    await asOwner('update users set disabled_at = now() where id = $1', [ines.user.id]);
    await requestReset(ines.user.email);
    await runJob();
    expect(await resetMails(ines.user.email)).toEqual([]);
  });

  test('rejects the 21st reset request of an hour from one network', async () => {
    for (let i = 0; i < 20; i++) await requestReset(`guess-${i}@florin.example`);
    await expect(requestReset('another@florin.example')).rejects.toMatchObject(refusedWith('too_many_requests'));
  });
});
