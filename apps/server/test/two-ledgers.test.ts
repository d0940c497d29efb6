import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slotOf } from '../src/ledger/shards/ids.ts';
import { askForMoney, decline, pay, read } from './ask-for-money.ts';
import { moveMember } from './move-member.ts';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, {}, { ledgers: 2 });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

/** Signs up until the member's money is in the ledger with this number. */
async function memberOf(shard: number, usd = '500.00'): Promise<TestMember> {
  for (;;) {
    const member = await florin.signUp();
    if (slotOf(member.user.id) % 2 !== shard) continue;
    const card = await member.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
    await member.client.call(endpoints.addFunds, { body: { amount: usd, payment_method_id: card.id } });
    return member;
  }
}

const dollarsOf = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;

const send = ({ client }: TestMember, to: TestMember, amount: string) =>
  client.call(endpoints.sendMoney, { body: { recipient_email: to.user.email, amount } });

const buy = ({ client }: TestMember, amount: string) =>
  client.call(endpoints.buyCoins, {
    body: { crypto_symbol: 'BTC', amount_usd: amount, payment_method_id: 'usd_balance' },
  });

const newest = async ({ client }: TestMember) => (await client.call(endpoints.listTransactions, { query: {} }))[0];

test.each([
  [0, 1],
  [1, 0],
  [1, 1],
])('a send from ledger %i to ledger %i is in both histories', async (from, to) => {
  const [payer, payee] = [await memberOf(from), await memberOf(to)];
  const sent = await send(payer, payee, '100.00');
  expect(sent).toMatchObject({ amount_exact: '-102.00', fee_exact: '2.00', balance_after_exact: '398.00' });
  await expect.poll(() => dollarsOf(payee)).toBe('600.00');
  expect(await newest(payer)).toEqual(sent);
  expect(await newest(payee)).toMatchObject({ type: 'receive', amount_exact: '100.00', from: payer.user.email });
});

test('members of two ledgers pay each other exactly and immediately', async () => {
  const [one, other] = [await memberOf(0, '1000.00'), await memberOf(1, '1000.00')];
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 2 ? send(one, other, '7.00') : send(other, one, '5.00'))),
  );
  await expect.poll(() => dollarsOf(one)).toBe('978.60'); // 1,000 - 10 × 7.14 + 10 × 5
  await expect.poll(() => dollarsOf(other)).toBe('1019.00'); // 1,000 - 10 × 5.10 + 10 × 7
});

test('a limit counts payments to a member of another ledger', async () => {
  const [payer, payee] = [await memberOf(1, '2000.00'), await memberOf(0)];
  await send(payer, payee, '999.99');
  await expect(send(payer, payee, '0.02')).rejects.toMatchObject({ body: { code: 'limit_exceeded' } });
  await send(payer, payee, '0.01');
});

test('only one of two payers in different ledgers pays a payment link’s request', async () => {
  const payers = [await memberOf(0), await memberOf(1)];
  for (const requester of [await memberOf(0), await memberOf(1)]) {
    const asked = await askForMoney(requester, undefined, '50.00');
    const results = await Promise.allSettled(payers.map((payer) => pay(payer, asked)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect.poll(() => dollarsOf(requester)).toBe('550.00');
    expect(await read(requester, asked)).toMatchObject({ state: 'paid' });
  }
});

test('a request ends once when its payer declines and pays it at the same moment', async () => {
  const [requester, payer] = [await memberOf(0), await memberOf(1)];
  const asked = await askForMoney(requester, payer, '50.00');
  const [paid, declined] = await Promise.allSettled([pay(payer, asked), decline(payer, asked)]);
  expect([paid.status, declined.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect.poll(() => dollarsOf(requester)).toBe(paid.status === 'fulfilled' ? '550.00' : '500.00');
});

test('a member of another ledger buys coins', async () => {
  const member = await memberOf(1);
  await buy(member, '100.00');
  const [position] = await member.client.call(endpoints.getPortfolio);
  expect(position).toMatchObject({ symbol: 'BTC', cost_exact: '101.50' });
  expect(await newest(member)).toMatchObject({ type: 'buy_crypto', status: 'completed' });
});

test('an account in another ledger can be closed when it is empty', async () => {
  const member = await memberOf(1, '10.20');
  const close = () => member.client.call(endpoints.closeAccount, { body: { current_password: member.password } });
  await expect(close()).rejects.toMatchObject({ status: 409 });
  await send(member, await memberOf(0), '10.00');
  await close();
  await expect(dollarsOf(member)).rejects.toMatchObject({ status: 401 });
});

test('the sums of the operators count the money of both ledgers', async () => {
  const { rows } = await florin.database.pool.query<{ sum: bigint }>(
    `select sum(posted) as sum from books.accounts where asset = 'USD'`,
  );
  expect(rows).toEqual([{ sum: 0n }]);
});

test('a member who moves to another ledger keeps coins, cost, history and limits', async () => {
  const member = await memberOf(1, '2000.00');
  const other = await memberOf(0);
  await buy(member, '100.00');
  await send(member, other, '500.00');
  const before = await stateOf(member);
  for (const to of [0, 1]) {
    await moveMember(florin.ledgers, member.user.id, to);
    expect(await stateOf(member)).toEqual(before);
  }
  await expect(send(member, other, '500.01')).rejects.toMatchObject({ body: { code: 'limit_exceeded' } });
  await buy(member, '50.00');
  await send(other, member, '10.00');
  await expect.poll(async () => (await newest(member))?.amount_exact).toBe('10.00');
  const [position] = await member.client.call(endpoints.getPortfolio);
  expect(position).toMatchObject({ symbol: 'BTC', cost_exact: '152.25' });
});

/** Returns the balances, coins and transactions that a member sees. */
async function stateOf({ client }: TestMember) {
  const [me, portfolio, transactions] = await Promise.all([
    client.call(endpoints.me),
    client.call(endpoints.getPortfolio),
    client.call(endpoints.listTransactions, { query: {} }),
  ]);
  const coins = portfolio.map(({ symbol, amount_exact: amount, cost_exact: cost }) => ({ symbol, amount, cost }));
  return { balances: me.balances, coins, transactions };
}

test('a house account counts as one account, even over several ledgers', async () => {
  await Promise.all([memberOf(0), memberOf(1)]);
  const { rows } = await florin.database.pool.query<{ kind: string; is_sum: boolean }>(
    `select h.kind, h.posted = (select sum(a.posted) from books.accounts a
                                where a.id < 0 and a.kind = h.kind and a.asset = h.asset) as is_sum
     from books.house_balances h where h.asset = 'USD' and h.kind = 'card-clearing'`,
  );
  expect(rows).toEqual([{ kind: 'card-clearing', is_sum: true }]);
});
