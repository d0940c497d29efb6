import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overtaken } from '../../../../test/overtaken.ts';
import { addPasskey, passkeyHost, type PasskeyInHand } from '../../../../test/passkeys.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { resetPassword } from '../../../../test/reset-password.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { aWhileLater, turnOnTwoFactor } from '../../../../test/two-factor.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp(passkeyHost);
});
afterAll(() => florin.close());

const confirmed = async () => florin.confirm(await florin.signUpWith('100.00'));

async function signIn(member: TestMember, more: { code?: string } = {}): Promise<TestMember> {
  const password = 'a fresh and longer one';
  const { token } = await florin.client.call(endpoints.login, {
    body: { email: member.user.email, password, ...more },
  });
  return { ...member, password, token, client: florin.clientOf(token) };
}

const signInByPasskey = async (passkey: PasskeyInHand) =>
  florin.client.call(endpoints.signInByPasskey, { body: await passkey.show() });
const stepUpWith = async ({ client }: TestMember, passkey: PasskeyInHand) =>
  client.call(endpoints.stepUpByPasskey, { body: await passkey.show() });
const keepPasskey = ({ client }: TestMember, { id }: { id: string }) =>
  client.call(endpoints.keepPasskey, { params: { id } });

describe('after a password reset of a confirmed account', () => {
  // Rules: identity-4
  test('a passkey cannot sign in after a password reset until its owner keeps it', async () => {
    const ines = await confirmed();
    const passkey = await addPasskey(florin, ines);
    await resetPassword(florin, ines);
    await expect(signInByPasskey(passkey)).rejects.toMatchObject(refusedWith('passkey_refused'));
    const back = await signIn(ines);
    expect((await back.client.call(endpoints.getSecurity)).passkeys).toMatchObject([
      { id: passkey.id, in_review: true },
    ]);
    await expect(keepPasskey(back, passkey), 'access to the mailbox is not enough').rejects.toMatchObject(
      refusedWith('second_factor_required'),
    );
    await stepUpWith(back, passkey);
    await keepPasskey(back, passkey);
    expect((await signInByPasskey(passkey)).user.id).toBe(ines.user.id);
  });

  // Rules: identity-4
  test('the authenticator stays on while a passkey is in review', async () => {
    const ines = await confirmed();
    const passkey = await addPasskey(florin, ines);
    const app = await turnOnTwoFactor(ines);
    await resetPassword(florin, ines);
    await expect(signIn(ines)).rejects.toMatchObject({
      body: { code: 'second_factor_required', factors: ['app', 'recovery_code'] },
    });
    const back = await signIn(ines, { code: app.code(1) });
    await aWhileLater(florin, ines);
    await expect(stepUpWith(back, passkey)).rejects.toMatchObject(refusedWith('passkey_refused'));
    await expect(keepPasskey(back, passkey)).rejects.toMatchObject(refusedWith('second_factor_required'));
    await back.client.call(endpoints.stepUp, { body: { code: app.code() } });
    await keepPasskey(back, passkey);
    await stepUpWith(back, passkey);
  });

  // Rules: identity-4
  test('a thief with only the mailbox cannot withdraw, remove the passkey, or add a bank account', async () => {
    const ines = await confirmed();
    const passkey = await addPasskey(florin, ines);
    const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    await resetPassword(florin, ines);
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
  test('a bank account in review after a password reset is not the default and receives no withdrawals', async () => {
    const ines = await confirmed();
    const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    const choose = ({ client }: TestMember) =>
      client.call(endpoints.changePaymentMethod, { params: { id: bank.id }, body: { is_default: true } });
    await choose(ines);
    await resetPassword(florin, ines);
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
  test('a passkey is not kept at the moment of another password reset', async () => {
    const ines = await confirmed();
    const passkey = await addPasskey(florin, ines);
    const outcome = await overtaken(
      florin,
      ines.user.id,
      () => keepPasskey(ines, passkey),
      async (tx) => {
        await tx.query('update passkeys set review_since = now() where user_id = $1', [ines.user.id]);
        await tx.query('delete from sessions where user_id = $1', [ines.user.id]);
      },
    );
    expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('not_signed_in') });
    await expect(signInByPasskey(passkey)).rejects.toMatchObject(refusedWith('passkey_refused'));
  });

  // Rules: identity-4
  test('a member cannot keep another member’s passkey or bank account', async () => {
    const [ines, mallory] = [await confirmed(), await confirmed()];
    const passkey = await addPasskey(florin, ines);
    const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    await resetPassword(florin, ines);
    await expect(keepPasskey(mallory, passkey)).rejects.toMatchObject(refusedWith('passkey_not_found'));
    await expect(mallory.client.call(endpoints.keepPaymentMethod, { params: { id: bank.id } })).rejects.toMatchObject(
      refusedWith('payment_method_not_found'),
    );
  });
});
