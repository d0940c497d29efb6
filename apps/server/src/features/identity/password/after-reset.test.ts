import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPasskey, passkeyHost, type PasskeyInHand } from '../../../../test/passkeys.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { aWhileLater, turnOnTwoFactor } from '../../../../test/two-factor.ts';
import { mailPasswordResets } from './forgot-password.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp(passkeyHost);
});
afterAll(() => florin.close());

const confirmed = async () => florin.confirm(await florin.signUpWith('100.00'));

/** The member resets the password by mail. */
async function reset({ user }: TestMember) {
  await florin.client.call(endpoints.forgotPassword, { body: { email: user.email } });
  await mailPasswordResets(florin.app.dependencies);
  const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: user.email } });
  const token = mails.find(({ link }) => link?.includes('/reset-password#'))?.link?.split('#')[1] ?? '';
  await florin.client.call(endpoints.resetPassword, { body: { token, password: 'a fresh and longer one' } });
}

async function signIn(member: TestMember, more: { code?: string } = {}): Promise<TestMember> {
  const password = 'a fresh and longer one';
  const { token } = await florin.client.call(endpoints.login, {
    body: { email: member.user.email, password, ...more },
  });
  return { ...member, password, token, client: florin.clientOf(token) };
}

const byPasskey = async (passkey: PasskeyInHand) =>
  florin.client.call(endpoints.signInByPasskey, { body: await passkey.show() });
const stepUpBy = async ({ client }: TestMember, passkey: PasskeyInHand) =>
  client.call(endpoints.stepUpByPasskey, { body: await passkey.show() });
const keep = ({ client }: TestMember, { id }: { id: string }) => client.call(endpoints.keepPasskey, { params: { id } });

describe('after a reset of a confirmed account', () => {
  // Rules: identity-4
  test('a passkey signs nobody in until its owner, signed in with the new password, has kept it', async () => {
    const ines = await confirmed();
    const passkey = await addPasskey(florin, ines);
    await reset(ines);
    await expect(byPasskey(passkey)).rejects.toMatchObject(refusedWith('passkey_refused'));
    const back = await signIn(ines);
    expect((await back.client.call(endpoints.getSecurity)).passkeys).toMatchObject([
      { id: passkey.id, in_review: true },
    ]);
    await expect(keep(back, passkey), 'the mailbox alone keeps nothing').rejects.toMatchObject(
      refusedWith('second_factor_required'),
    );
    await stepUpBy(back, passkey);
    await keep(back, passkey);
    expect((await byPasskey(passkey)).user.id).toBe(ines.user.id);
  });

  // Rules: identity-4
  test('a passkey that waits does not stand for the authenticator, which stays on', async () => {
    const ines = await confirmed();
    const passkey = await addPasskey(florin, ines);
    const app = await turnOnTwoFactor(ines);
    await reset(ines);
    await expect(signIn(ines)).rejects.toMatchObject({
      body: { code: 'second_factor_required', factors: ['app', 'recovery_code'] },
    });
    const back = await signIn(ines, { code: app.code(1) });
    await aWhileLater(florin, ines);
    await expect(stepUpBy(back, passkey)).rejects.toMatchObject(refusedWith('passkey_refused'));
    await expect(keep(back, passkey)).rejects.toMatchObject(refusedWith('second_factor_required'));
    await back.client.call(endpoints.stepUp, { body: { code: app.code() } });
    await keep(back, passkey);
    await stepUpBy(back, passkey);
  });

  // Rules: identity-4
  test('whoever has only the mailbox can neither withdraw, nor remove the passkey, nor add a bank account', async () => {
    const ines = await confirmed();
    const passkey = await addPasskey(florin, ines);
    const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    await reset(ines);
    const thief = await signIn(ines);
    const { client, password } = thief;
    for (const attack of [
      () => client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } }),
      () => client.call(endpoints.keepPaymentMethod, { params: { id: bank.id } }),
      () => client.call(endpoints.withdraw, { body: { amount: '20.00', payment_method_id: bank.id } }),
      () => client.call(endpoints.removePasskey, { params: { id: passkey.id }, body: { current_password: password } }),
      () => client.call(endpoints.setUpTwoFactor, { body: { current_password: password } }),
    ])
      await expect(attack()).rejects.toMatchObject(refusedWith('second_factor_required'));
  });

  // Rules: identity-4
  test('a bank account is not the default and takes no money until it is kept', async () => {
    const ines = await confirmed();
    const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    const choose = ({ client }: TestMember) =>
      client.call(endpoints.changePaymentMethod, { params: { id: bank.id }, body: { is_default: true } });
    await choose(ines);
    await reset(ines);
    const back = await signIn(ines);
    const listed = async () =>
      (await back.client.call(endpoints.listPaymentMethods)).map(({ label, ...method }) => ({
        label,
        is_default: method.is_default,
        in_review: method.in_review,
      }));
    expect(await listed()).toEqual([
      { label: 'Visa •••• 4242', is_default: false },
      { label: 'Sandbox Bank •••• 6789', is_default: false, in_review: true },
      { label: 'USD balance', is_default: true },
    ]);
    const withdraw = () =>
      back.client.call(endpoints.withdraw, { body: { amount: '20.00', payment_method_id: bank.id } });
    await expect(withdraw()).rejects.toMatchObject(refusedWith('payment_method_not_usable'));
    await expect(choose(back)).rejects.toMatchObject(refusedWith('payment_method_not_usable'));
    await back.client.call(endpoints.keepPaymentMethod, { params: { id: bank.id } });
    expect((await withdraw()).status).toBe('pending');
    await choose(back);
  });

  // Rules: identity-4
  test('nobody keeps another’s passkey or bank account', async () => {
    const [ines, mallory] = [await confirmed(), await confirmed()];
    const passkey = await addPasskey(florin, ines);
    const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    await reset(ines);
    await expect(keep(mallory, passkey)).rejects.toMatchObject(refusedWith('passkey_not_found'));
    await expect(mallory.client.call(endpoints.keepPaymentMethod, { params: { id: bank.id } })).rejects.toMatchObject(
      refusedWith('payment_method_not_found'),
    );
  });
});
