import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusedWith } from '../../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_EMAIL_CONFIRMATION: 'on' });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const close = ({ client, password }: TestMember) =>
  client.call(endpoints.closeAccount, { body: { current_password: password } });
const notEmpty = (detail: string) => refusedWith('account_not_empty', { detail: expect.stringContaining(detail) });
const expectUnchanged = async ({ client, user }: TestMember) =>
  expect(await client.call(endpoints.me)).toMatchObject({ name: user.name });

test('rejects closing an account with money in a wallet', async () => {
  const ines = await florin.signUpWith('5.00');
  await expect(close(ines)).rejects.toMatchObject(notEmpty('USD'));
  await expectUnchanged(ines);
  expect(await ines.client.call(endpoints.listPaymentMethods)).toHaveLength(2);
});

test('rejects closing an account with coins', async () => {
  const ines = await florin.signUpWith('100.00');
  await ines.client.call(endpoints.buyCoins, { body: { crypto_symbol: 'BTC', amount_usd: '90.00' } });
  const left = (await ines.client.call(endpoints.listWallets))[0]?.available_exact ?? '';
  await expect(close(ines)).rejects.toMatchObject(notEmpty('BTC'));
  expect(left).not.toBe('');
  await expectUnchanged(ines);
});

test('rejects closing an account with a pending deposit', async () => {
  const ines = await florin.signUp();
  const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  await ines.client.call(endpoints.addFunds, { body: { amount: '50.00', payment_method_id: bank.id } });
  await expect(close(ines)).rejects.toMatchObject(notEmpty('under way'));
  await expectUnchanged(ines);
});

test('rejects closing an account with a pending withdrawal', async () => {
  const ines = await florin.signUpWith('50.00');
  const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  await ines.client.call(endpoints.withdraw, { body: { amount: '50.00', payment_method_id: bank.id } });
  await expect(close(ines)).rejects.toMatchObject(notEmpty('under way'));
  await expectUnchanged(ines);
});

test('rejects closing an account with an open payment request', async () => {
  const ines = await florin.confirm(await florin.signUp());
  await ines.client.call(endpoints.requestMoney, { body: { amount: '5.00', currency: 'USD' } });
  await expect(close(ines)).rejects.toMatchObject(notEmpty('requests'));
  await expectUnchanged(ines);
});

test('rejects closing an account with an unfinished card payment', async () => {
  const ines = await florin.signUp();
  const { id } = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  await florin.database.ownerPool.query(
    `insert into charges (id, user_id, request_hash, payment_method_id, amount, asset, purpose, details, state, working_until)
     values (gen_random_uuid(), $1, 1, $2, 100, 'USD', 'deposit', '{}', 'started', now() + interval '1 hour')`,
    [ines.user.id, id],
  );
  await expect(close(ines)).rejects.toMatchObject(notEmpty('card payment'));
  await expectUnchanged(ines);
});
