import { endpoints, type Client } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseOf } from '../../test/member-in-ledger.ts';
import { createTestApp, type TestApp, type TestMember } from '../../test/test-app.ts';
import { runSweep } from './index.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  [ines, jonas] = [await florin.signUpWith('500.00', 'Ines'), await florin.signUpWith('50.00', 'Jonas')];
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

/** Every call that moves money, with a name. */
const moneyCommands: [title: string, call: (client: Client) => Promise<unknown>][] = [
  [
    'sending',
    (client) => client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount: '10.00' } }),
  ],
  [
    'adding funds',
    async (client) => {
      const [card] = await client.call(endpoints.listPaymentMethods);
      return client.call(endpoints.addFunds, { body: { amount: '10.00', payment_method_id: card?.id ?? '' } });
    },
  ],
  [
    'buying',
    (client) =>
      client.call(endpoints.buyCoins, {
        body: { crypto_symbol: 'BTC', amount_usd: '10.00', payment_method_id: 'usd_balance' },
      }),
  ],
  [
    'buying by card',
    (client) => client.call(endpoints.buyCoins, { body: { crypto_symbol: 'BTC', amount_usd: '10.00' } }),
  ],
  [
    'selling',
    (client) => client.call(endpoints.sellCoins, { body: { crypto_symbol: 'BTC', amount_crypto: '0.0001' } }),
  ],
];

/** The database of the ledger that is tampered with. */
const tampered = () => databaseOf(florin, ines);

const changeLastDigit = (by: number) =>
  tampered().ownerPool.query(
    `update ledger.postings set amount = amount + $1 where (account_id, seq) = (
       select a.id, a.seq from books.accounts a where a.owner = $2 and a.asset = 'USD' and a.kind = 'wallet')`,
    [by, ines.user.id],
  );

const closures = async () =>
  (await tampered().pool.query('select reason, reopened_at is not null as reopened from books.closures')).rows;

describe('a finding of the sweep', () => {
  beforeAll(async () => {
    await ines.client.call(endpoints.buyCoins, {
      body: { crypto_symbol: 'BTC', amount_usd: '100.00', payment_method_id: 'usd_balance' },
    });
    await florin.expectCleanBooks();
    await changeLastDigit(1_000);
  });

  test('a sweep finding closes the ledger once, even when it is found again', async () => {
    expect(await runSweep(tampered().pool, { whole: false })).toBeGreaterThan(0);
    expect(await runSweep(tampered().pool, { whole: true })).toBeGreaterThan(0);
    expect(await closures()).toEqual([{ reason: "each posting's balance_after is the sum up to it", reopened: false }]);
  });

  test.each(moneyCommands)('rejects %s with 503 while the ledger is closed', async (_title, call) => {
    const before = await ines.client.call(endpoints.listWallets);
    await expect(call(ines.client)).rejects.toMatchObject({ status: 503, body: { code: 'ledger_read_only' } });
    expect(await ines.client.call(endpoints.listWallets)).toEqual(before);
  });

  test('sends Retry-After with the error of a closed ledger', async () => {
    const answer = await florin.app.http.inject({
      method: 'POST',
      url: '/api/transactions/send',
      headers: { authorization: `Bearer ${ines.token}` },
      payload: { recipient_email: jonas.user.email, amount: '10.00' },
    });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60']);
  });

  test('allows reading and sign-up while the ledger is closed', async () => {
    const { client } = ines;
    expect((await client.call(endpoints.listWallets)).length).toBe(3);
    expect((await client.call(endpoints.listTransactions, { query: {} })).length).toBe(2);
    expect((await client.call(endpoints.getPortfolio)).length).toBe(1);
    await florin.signUp();
  });

  test('the ledger moves money again after the books are repaired and an operator reopens it', async () => {
    await changeLastDigit(-1_000);
    await expect(moneyCommands[0]?.[1](ines.client)).rejects.toMatchObject({ status: 503 });
    await tampered().ownerPool.query('update ledger.closures set reopened_at = now()');
    for (const [, call] of moneyCommands) await call(ines.client);
    expect(await runSweep(tampered().pool, { whole: false })).toBe(0);
    expect(await closures()).toHaveLength(1);
  });

  test('closes the ledger again at the next sweep when the fault is still there', async () => {
    await changeLastDigit(1_000);
    expect(await runSweep(tampered().pool, { whole: true })).toBeGreaterThan(0);
    await tampered().ownerPool.query('update ledger.closures set reopened_at = now()');
    await runSweep(tampered().pool, { whole: true });
    expect((await closures()).filter(({ reopened }) => !reopened)).toHaveLength(1);
    await changeLastDigit(-1_000);
  });
});
