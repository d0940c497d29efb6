import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForMoney, cancel, decline, pay } from './ask-for-money.ts';
import { bringUp, fundedInLedger, memberInLedger, takeDown } from './member-in-ledger.ts';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
let down: TestApp['database'];
beforeAll(async () => {
  florin = await createTestApp({}, {}, { ledgers: 2 });
  [ines, jonas] = [await fundedInLedger(florin, 0, '500', 'Ines'), await memberInLedger(florin, 0, 'Jonas')];
  const [, other] = florin.ledgers;
  if (!other) throw new Error('there are two ledgers');
  down = other;
  const lea = await fundedInLedger(florin, 1, '500', 'Lea');
  await lea.client.call(endpoints.sendMoney, { body: { recipient_email: ines.user.email, amount: '3.00' } });
  await pay(lea, await askForMoney(ines, lea, '4.00'));
  await askForMoney(ines, lea, '5.00');
  await ines.client.call(endpoints.sendMoney, { body: { recipient_email: lea.user.email, amount: '2.00' } });
  await takeDown(florin, down);
});
afterAll(async () => {
  await bringUp(florin, down);
  await florin.expectCleanBooks();
  await florin.close();
});

const acts: [string, () => Promise<unknown>][] = [
  [
    'signs in',
    () => florin.client.call(endpoints.login, { body: { email: ines.user.email, password: ines.password } }),
  ],
  ['reads the own account', () => ines.client.call(endpoints.me)],
  ['reads wallets', () => ines.client.call(endpoints.listWallets)],
  ['reads the history', () => ines.client.call(endpoints.listTransactions, { query: {} })],
  ['exports the history', () => ines.client.open(endpoints.exportFoundTransactions, { body: {} })],
  ['reads notifications', () => ines.client.call(endpoints.listNotifications)],
  ['reads requests', () => ines.client.call(endpoints.listPaymentRequests, { query: {} })],
  ['reads the portfolio', () => ines.client.call(endpoints.getPortfolio)],
  ['reads gains', () => ines.client.call(endpoints.getGains)],
  ['reads the balance history', () => ines.client.call(endpoints.getBalanceHistory, { query: { range: '1m' } })],
  ['reads limits', () => ines.client.call(endpoints.getLimits)],
  ['reads the purchase allowance', () => ines.client.call(endpoints.getPurchaseAllowance)],
  ['reads the first steps', () => ines.client.call(endpoints.getFirstSteps)],
  ['reads contacts', () => ines.client.call(endpoints.listContacts)],
  ['reads payment methods', () => ines.client.call(endpoints.listPaymentMethods)],
  [
    'sends',
    () => ines.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount: '1.00' } }),
  ],
  [
    'sends to an address without account',
    async () => {
      const { id } = await ines.client.call(endpoints.sendMoney, {
        body: { recipient_email: `${randomUUID()}@florin.example`, amount: '1.00' },
      });
      await ines.client.call(endpoints.cancelTransaction, { params: { id } });
    },
  ],
  ['pays a request', async () => pay(ines, await askForMoney(jonas, ines, '2.00'))],
  ['declines a request', async () => decline(ines, await askForMoney(jonas, ines, '2.00'))],
  ['cancels a request', async () => cancel(jonas, await askForMoney(jonas, ines, '2.00'))],
  [
    'buys and sells',
    async () => {
      await ines.client.call(endpoints.buyCoins, {
        body: { crypto_symbol: 'BTC', amount_usd: '20.00', payment_method_id: 'usd_balance' },
      });
      await ines.client.call(endpoints.sellCoins, { body: { crypto_symbol: 'BTC', amount_crypto: '0.0001' } });
    },
  ],
  [
    'exchanges money',
    () => ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '5.00' } }),
  ],
  [
    'adds funds',
    async () => {
      const [card] = await ines.client.call(endpoints.listPaymentMethods);
      await ines.client.call(
        endpoints.addFunds,
        { body: { amount: '5.00', payment_method_id: card?.id ?? '' } },
        { idempotencyKey: randomUUID() },
      );
    },
  ],
  [
    'withdraws',
    async () => {
      const { id } = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
      await ines.client.call(endpoints.withdraw, { body: { amount: '5.00', payment_method_id: id } });
    },
  ],
  ['changes the plan', () => ines.client.call(endpoints.changePlan, { body: { plan: 'pro' } })],
];

test.each(acts)('a member of another ledger %s while a ledger is down', async (_, act) => {
  await act();
  expect(await ines.client.call(endpoints.me)).toMatchObject({ id: ines.user.id });
});
