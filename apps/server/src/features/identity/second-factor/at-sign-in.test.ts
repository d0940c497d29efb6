import { endpoints, type BodyOf, type Endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPasskey, passkeyHost } from '../../../../test/passkeys.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { aWhileLater, codeOf, turnOnTwoFactor } from '../../../../test/two-factor.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp(passkeyHost);
});
afterAll(() => florin.close());

const logIn = ({ user, password }: TestMember, more: Partial<BodyOf<Endpoints['login']>> = {}) =>
  florin.client.call(endpoints.login, { body: { email: user.email, password, ...more } });

const renew = ({ password }: TestMember, token: string) =>
  florin.clientOf(token).call(endpoints.renewRecoveryCodes, { body: { current_password: password } });

const sessionsOf = async ({ user }: TestMember) =>
  (await florin.database.ownerPool.query('select from sessions where user_id = $1', [user.id])).rowCount;

describe('a password sign-in of a member with only a passkey', () => {
  // Rules: identity-5, asvs-6.3.3
  test('a member with only a passkey must confirm it at a password sign-in, and the answer lists the factors', async () => {
    const ines = await florin.signUp();
    const passkey = await addPasskey(florin, ines);
    await expect(logIn(ines)).rejects.toMatchObject({
      status: 403,
      body: { code: 'second_factor_required', factors: ['passkey', 'recovery_code'] },
    });
    const { token, user } = await logIn(ines, { passkey: await passkey.show() });
    expect(user).toMatchObject({ two_factor: false, has_factor: true });
    expect((await renew(ines, token)).recovery_codes, 'both factors are confirmed').toHaveLength(10);
  });

  // Rules: identity-5, asvs-6.4.4
  test('a recovery code replaces a passkey at sign-in, and only the first passkey creates codes', async () => {
    const ines = await florin.signUp();
    const { recoveryCodes: [code = ''] = [] } = await addPasskey(florin, ines);
    expect((await addPasskey(florin, ines)).recoveryCodes).toBeUndefined();
    await logIn(ines, { code });
    await expect(logIn(ines, { code })).rejects.toMatchObject(refusedWith('second_factor_wrong'));
  });

  // Rules: asvs-6.4.4
  test('new recovery codes need the passkey and replace the old codes', async () => {
    const ines = await florin.signUp();
    const passkey = await addPasskey(florin, ines);
    await aWhileLater(florin, ines);
    await expect(renew(ines, ines.token)).rejects.toMatchObject(refusedWith('second_factor_required'));
    await ines.client.call(endpoints.stepUpByPasskey, { body: await passkey.show() });
    const { recovery_codes: codes } = await renew(ines, ines.token);
    const [older = ''] = passkey.recoveryCodes ?? [];
    await expect(logIn(ines, { code: older })).rejects.toMatchObject(refusedWith('second_factor_wrong'));
    expect((await logIn(ines, { code: codes[0] ?? '' })).user.id).toBe(ines.user.id);
  });

  // Rules: identity-5
  test('rejects another member’s passkey and a used answer at sign-in', async () => {
    const [ines, mallory] = [await florin.signUp(), await florin.signUp()];
    const [own, other] = [await addPasskey(florin, ines), await addPasskey(florin, mallory)];
    const used = await own.show();
    await logIn(ines, { passkey: used });
    const before = await sessionsOf(ines);
    for (const passkey of [await other.show(), used])
      await expect(logIn(ines, { passkey })).rejects.toMatchObject(refusedWith('passkey_refused'));
    expect(await sessionsOf(ines)).toBe(before);
  });

  test('removing the last passkey ends the second factor and its recovery codes', async () => {
    const ines = await florin.signUp();
    const { id, recoveryCodes = [] } = await addPasskey(florin, ines);
    await ines.client.call(endpoints.removePasskey, { params: { id }, body: { current_password: ines.password } });
    await logIn(ines);
    expect((await ines.client.call(endpoints.getSecurity)).recovery_codes_left).toBe(0);
    const [code = ''] = recoveryCodes;
    await expect(ines.client.call(endpoints.stepUp, { body: { code } })).rejects.toMatchObject(
      refusedWith('second_factor_off'),
    );
  });

  test('rejects a code from an authenticator that was not turned on', async () => {
    const ines = await florin.signUp();
    await addPasskey(florin, ines);
    const app = await ines.client.call(endpoints.setUpTwoFactor, { body: { current_password: ines.password } });
    await expect(logIn(ines, { code: codeOf(app.secret) })).rejects.toMatchObject(refusedWith('second_factor_wrong'));
  });
});

describe('a correct password with a wrong second factor', () => {
  const mailsOf = async ({ user }: TestMember) => {
    const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: user.email } });
    return mails.filter(({ subject }) => subject === 'Your password was used with a wrong second factor');
  };

  // Rules: identity-18
  test('a wrong second factor is mailed to the member at most once an hour', async () => {
    const ines = await florin.signUp();
    await turnOnTwoFactor(ines);
    await expect(logIn({ ...ines, password: 'wrong' }, { code: '000000' })).rejects.toMatchObject(
      refusedWith('bad_credentials'),
    );
    await expect(logIn(ines)).rejects.toMatchObject(refusedWith('second_factor_required'));
    expect(await mailsOf(ines)).toEqual([]);
    const wrong = () => logIn(ines, { code: 'not-a-recovery-code' });
    await Promise.allSettled([wrong(), wrong(), wrong()]);
    const [mail, ...more] = await mailsOf(ines);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('from the network 127.0.0.x');
    await florin.database.ownerPool.query(`update login_failures set updated_at = updated_at - interval '61 minutes'`);
    await expect(wrong()).rejects.toMatchObject(refusedWith('second_factor_wrong'));
    expect(await mailsOf(ines)).toHaveLength(2);
  });

  // Rules: identity-18
  test('a wrong passkey is mailed to the member too', async () => {
    const [ines, mallory] = [await florin.signUp(), await florin.signUp()];
    await addPasskey(florin, ines);
    const other = await addPasskey(florin, mallory);
    await aWhileLater(florin, ines);
    await expect(logIn(ines, { passkey: await other.show() })).rejects.toMatchObject(refusedWith('passkey_refused'));
    expect(await mailsOf(ines)).toHaveLength(1);
  });
});
