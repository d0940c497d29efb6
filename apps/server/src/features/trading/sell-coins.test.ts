import { endpoints } from '@florin/contract';
import { amountOf, defaultFeeRates, parseAmount, parsePrice, priceSell, toDecimal } from '@florin/money';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const portfolio = ({ client }: TestMember) => client.call(endpoints.getPortfolio);
const usd = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;

const sell = ({ client }: TestMember, amount_crypto: string | number, symbol = 'BTC', idempotencyKey?: string) =>
  client.call(
    endpoints.sellCoins,
    { body: { crypto_symbol: symbol, amount_crypto } },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );

/** Returns a member without dollars who holds coins worth 400.00. */
async function holder(symbol = 'BTC') {
  const member = await florin.signUpWith('406.00');
  const body = { crypto_symbol: symbol, amount_usd: '400.00', payment_method_id: 'usd_balance' };
  const { crypto_amount_exact } = await member.client.call(endpoints.buyCoins, { body });
  return { member, held: crypto_amount_exact };
}

const units = (btc: string) => parseAmount('BTC', btc).amount?.units ?? 0n;

describe('selling coins', () => {
  // Rules: api-14
  test('credits the value less 1 % for half of the coins and keeps the other half', async () => {
    const { member, held } = await holder();
    const half = amountOf('BTC', units(held) / 2n);
    const { usd_amount_exact, usd_amount, transaction } = await sell(member, toDecimal(half));
    const { value, fee, proceeds } = priceSell(half, parsePrice(transaction.usd_per_coin ?? ''), defaultFeeRates.sell);
    expect(fee.units).toBe((value.units + 99n) / 100n);
    expect(usd_amount_exact).toBe(toDecimal(proceeds));
    expect(usd_amount).toBe(Number(usd_amount_exact));
    expect(transaction).toMatchObject({
      type: 'sell_crypto',
      amount_exact: toDecimal(proceeds),
      fee_exact: toDecimal(fee),
      counter_amount_exact: toDecimal(half),
      counter_currency: 'BTC',
      crypto: 'BTC',
      crypto_name: 'Bitcoin',
      description: 'Sold Bitcoin',
      balance_after_exact: toDecimal(proceeds),
    });
    expect(await usd(member)).toBe(usd_amount_exact);
    const left = toDecimal(amountOf('BTC', units(held) - half.units));
    expect(await portfolio(member)).toMatchObject([{ symbol: 'BTC', amount_exact: left }]);
    const [sold, bought] = await member.client.call(endpoints.listTransactions, { query: {} });
    expect(sold).toEqual(transaction);
    expect(bought).toMatchObject({ type: 'buy_crypto', crypto_amount_exact: held });
  });

  test('sells all coins without a remainder', async () => {
    const { member, held } = await holder();
    await sell(member, held);
    expect(await portfolio(member)).toEqual([]);
    await expect(sell(member, '0.00010000')).rejects.toMatchObject(refusedWith('insufficient_balance'));
  });

  test('rejects selling one unit more than the holding', async () => {
    const { member, held } = await holder();
    const oneMore = toDecimal(amountOf('BTC', units(held) + 1n));
    await expect(sell(member, oneMore)).rejects.toMatchObject(
      refusedWith('insufficient_balance', { detail: `Insufficient balance: this needs ${oneMore} BTC.` }),
    );
    await expect(sell(member, '1', 'ETH')).rejects.toMatchObject(refusedWith('insufficient_balance'));
    expect(await portfolio(member)).toMatchObject([{ amount_exact: held }]);
  });

  test('rejects selling coins worth less than a cent after the fee', async () => {
    const { member } = await holder();
    await expect(sell(member, '0.00000001')).rejects.toMatchObject(
      refusedWith('amount_too_small', { fields: { amount_crypto: expect.any(String) } }),
    );
  });

  test.each(['0', '-1', '0.000000001', '1e-3', '', '9'.repeat(13)])('rejects the sold amount %j', async (amount) => {
    await expect(sell(await florin.signUp(), amount)).rejects.toMatchObject(
      refusedWith('invalid_amount', { fields: { amount_crypto: expect.any(String) } }),
    );
  });

  test('rejects selling money or an unknown coin', async () => {
    const ines = await florin.signUpWith('10.00');
    for (const symbol of ['USD', 'EUR', 'NOSUCHCOIN'])
      await expect(sell(ines, '1', symbol)).rejects.toMatchObject(refusedWith('coin_not_found'));
    expect(await usd(ines)).toBe('10.00');
  });

  test('sells coins once for a repeated key', async () => {
    const { member } = await holder();
    const first = await sell(member, '0.0002', 'BTC', 'once');
    expect(await sell(member, '0.0002', 'BTC', 'once')).toEqual(first);
    await expect(sell(member, '0.0003', 'BTC', 'once')).rejects.toMatchObject(refusedWith('idempotency_key_reused'));
    expect(await usd(member)).toBe(first.usd_amount_exact);
  });

  test('sells the same coins once under concurrent calls', async () => {
    const { member, held } = await holder();
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => sell(member, held)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await portfolio(member)).toEqual([]);
  });
});
