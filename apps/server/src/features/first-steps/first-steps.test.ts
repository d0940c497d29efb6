import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { historyIn } from '../../../test/history-in.ts';
import { databaseOf } from '../../../test/member-in-ledger.ts';
import { rowsRead, withoutAutovacuum } from '../../../test/rows-read.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

import { openIdentities, authenticator } from '../identity/index.ts';
import { firstSteps } from './first-steps.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
  await withoutAutovacuum(florin.database.ownerPool, 'ledger.journal_entries');
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const stepsOf = ({ client }: TestMember) => client.call(endpoints.getFirstSteps);

test('shows no finished steps for a new account', async () => {
  expect(await stepsOf(await florin.signUp())).toEqual({ added_funds: false, sent_or_bought: false });
});

test('marks adding money as the first step and sending money, even to a new address, as the second step', async () => {
  const [ines, jonas] = [await florin.signUpWith('100.00'), await florin.signUp()];
  expect(await stepsOf(ines)).toEqual({ added_funds: true, sent_or_bought: false });
  await ines.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount: '10.00' } });
  expect(await stepsOf(ines)).toEqual({ added_funds: true, sent_or_bought: true });
  const lea = await florin.signUpWith('100.00');
  await lea.client.call(endpoints.sendMoney, { body: { recipient_email: 'new@florin.example', amount: '10.00' } });
  expect(await stepsOf(lea)).toEqual({ added_funds: true, sent_or_bought: true });
});

test('marks the first step for a member who received money', async () => {
  const [ines, jonas] = [await florin.signUpWith('100.00'), await florin.signUp()];
  await ines.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount: '10.00' } });
  expect(await stepsOf(jonas)).toEqual({ added_funds: true, sent_or_bought: false });
});

test('marks the first step for an announced bank deposit', async () => {
  const ines = await florin.signUp();
  const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  await ines.client.call(endpoints.addFunds, { body: { amount: '50.44', payment_method_id: bank.id } });
  expect(await stepsOf(ines)).toEqual({ added_funds: true, sent_or_bought: false });
});

test('marks the second step for a purchase of coins', async () => {
  const ines = await florin.signUpWith('100.00');
  await ines.client.call(endpoints.buyCoins, { body: { crypto_symbol: 'BTC', amount_usd: '20.00' } });
  expect(await stepsOf(ines)).toEqual({ added_funds: true, sent_or_bought: true });
});

test.each(['a purchase before', 'sends and no purchase'])(
  'reads few entries of a long history with %s',
  async (what) => {
    const [ines, jonas] = [await florin.signUpWith('100.00'), await florin.signUp()];
    const body = { recipient_email: jonas.user.email, amount: '0.10' };
    await ines.client.call(endpoints.sendMoney, { body: { ...body, amount: '50.00' } });
    const long = what === 'a purchase before' ? jonas : ines;
    if (long === jonas)
      await jonas.client.call(endpoints.buyCoins, { body: { crypto_symbol: 'BTC', amount_usd: '20.00' } });
    await Promise.all(Array.from({ length: 60 }, () => ines.client.call(endpoints.sendMoney, { body })));
    const member = await authenticator(openIdentities(florin.database.pool))(long.token);
    const read = await rowsRead(databaseOf(florin, long).ownerPool, 'ledger.journal_entries', async (tx) => {
      const history = historyIn(tx, florin);
      expect(await firstSteps({ ledger: { booksOf: async () => tx }, history }, member)).toEqual({
        added_funds: true,
        sent_or_bought: true,
      });
    });
    expect(read).toBeLessThan(10);
  },
);
