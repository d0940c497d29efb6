import { endpoints, usdBalanceMethodId } from '@florin/contract';
import { amountOf, coinsFor, parsePrice, toDecimal } from '@florin/money';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import type { CoinPrice, PriceFeed } from '../../providers/price-feed/price-feed.ts';
import { findMember } from '../identity/index.ts';
import { openMarkets } from '../markets/index.ts';
import { buyCoins } from './buy-coins.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

type Order = { crypto_symbol?: string; amount_usd: string | number };

const buy = ({ client }: TestMember, { crypto_symbol = 'BTC', amount_usd }: Order, idempotencyKey?: string) =>
  client.call(
    endpoints.buyCoins,
    { body: { crypto_symbol, amount_usd, payment_method_id: usdBalanceMethodId } },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );

const usd = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;
const coins = async ({ client }: TestMember, symbol: string) =>
  (await client.call(endpoints.getPortfolio)).find((holding) => holding.symbol === symbol)?.amount_exact;

describe('buying coins from the USD balance', () => {
  // Rules: api-10, api-13
  test('pays 50.75 for coins worth 50.00 at the price in the answer', async () => {
    const ines = await florin.signUpWith('200.00');
    const { crypto_amount, crypto_amount_exact, transaction } = await buy(ines, { amount_usd: 50 });
    const price = parsePrice(transaction.usd_per_coin ?? '');
    expect(crypto_amount_exact).toBe(toDecimal(coinsFor(amountOf('USD', 50_00n), 'BTC', price)));
    expect(crypto_amount).toBe(Number(crypto_amount_exact));
    expect(transaction).toMatchObject({
      type: 'buy_crypto',
      amount_exact: '-50.75',
      fee_exact: '0.75',
      counter_amount_exact: crypto_amount_exact,
      counter_currency: 'BTC',
      crypto: 'BTC',
      crypto_name: 'Bitcoin',
      crypto_amount_exact,
      description: 'Bought Bitcoin',
      payment_method: 'USD balance',
      balance_after_exact: '149.25',
    });
    expect(await usd(ines)).toBe('149.25');
    expect(await coins(ines, 'BTC')).toBe(crypto_amount_exact);
    expect((await ines.client.call(endpoints.listTransactions, { query: {} }))[0]).toEqual(transaction);
  });

  test('rounds the fee of a purchase up to the cent', async () => {
    const ines = await florin.signUpWith('200.00');
    const { transaction } = await buy(ines, { amount_usd: '33.37' });
    expect(transaction).toMatchObject({ fee_exact: '0.51', amount_exact: '-33.88' });
  });

  test('rejects a purchase of one cent more than the wallet holds', async () => {
    const ines = await florin.signUpWith('50.75');
    await expect(buy(ines, { amount_usd: '50.01' })).rejects.toMatchObject(
      refusedWith('insufficient_balance', { detail: 'Insufficient balance: this needs $50.77.' }),
    );
    await buy(ines, { amount_usd: '50.00' });
    expect(await usd(ines)).toBe('0.00');
  });

  test('accepts a lower-case symbol and rejects an unknown coin', async () => {
    const ines = await florin.signUpWith('100.00');
    expect((await buy(ines, { crypto_symbol: 'eth', amount_usd: '5.00' })).transaction.crypto).toBe('ETH');
    for (const crypto_symbol of ['NOSUCHCOIN', 'USD', 'EUR', 'CONSTRUCTOR'])
      await expect(buy(ines, { crypto_symbol, amount_usd: '5.00' })).rejects.toMatchObject(
        refusedWith('coin_not_found', { fields: { crypto_symbol: expect.any(String) } }),
      );
    for (const crypto_symbol of ['', 'B T C', '../btc', 'X'.repeat(13)])
      await expect(buy(ines, { crypto_symbol, amount_usd: '5.00' })).rejects.toMatchObject(
        refusedWith('invalid_request', { fields: { crypto_symbol: expect.any(String) } }),
      );
  });

  test.each(['0', '-1', '1.001', '1e2', 'NaN', '', '9'.repeat(13)])(
    'rejects the purchase amount %j',
    async (amount_usd) => {
      await expect(buy(await florin.signUp(), { amount_usd })).rejects.toMatchObject(
        refusedWith('invalid_amount', { fields: { amount_usd: expect.any(String) } }),
      );
    },
  );

  // Rules: plans-2
  test('allows purchases of exactly 500.00 a month without counting fees', async () => {
    const ines = await florin.signUpWith('1000.00');
    await buy(ines, { amount_usd: '499.95' });
    await expect(buy(ines, { amount_usd: '0.06' })).rejects.toMatchObject(
      refusedWith('plan_limit_exceeded', { detail: expect.stringContaining('$0.05 is left this month') }),
    );
    await buy(ines, { amount_usd: '0.05' });
    await expect(buy(ines, { crypto_symbol: 'ETH', amount_usd: '0.05' })).rejects.toMatchObject(
      refusedWith('plan_limit_exceeded', { detail: expect.stringContaining('$0.00 is left') }),
    );
    expect(await usd(ines)).toBe('492.49');
  });

  test("keeps the plan's limit under concurrent purchases", async () => {
    const ines = await florin.signUpWith('2000.00');
    const all = await Promise.allSettled(Array.from({ length: 9 }, () => buy(ines, { amount_usd: '100.00' })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await usd(ines)).toBe('1492.50');
  });

  // Rules: plans-2
  test('buys coins without a limit on the Business plan', async () => {
    const ines = await florin.signUpWith('2000.00');
    await florin.database.ownerPool.query(`update users set plan = 'business' where id = $1`, [ines.user.id]);
    await buy(ines, { amount_usd: '1900.00' });
    expect(await usd(ines)).toBe('71.50');
  });

  test('counts Business purchases for the next plan in the same month', async () => {
    const ines = await florin.signUpWith('2000.00');
    const setPlan = (plan: string) =>
      florin.database.ownerPool.query('update users set plan = $2 where id = $1', [ines.user.id, plan]);
    await setPlan('business');
    await buy(ines, { amount_usd: '600.00' });
    await setPlan('personal');
    await expect(buy(ines, { amount_usd: '0.05' })).rejects.toMatchObject(
      refusedWith('plan_limit_exceeded', { detail: expect.stringContaining('$0.00 is left this month') }),
    );
    expect(await ines.client.call(endpoints.getPurchaseAllowance)).toMatchObject({ month: { left_exact: '0.00' } });
    await setPlan('pro');
    await buy(ines, { amount_usd: '0.05' });
    expect(await ines.client.call(endpoints.getPurchaseAllowance)).toMatchObject({ month: { left_exact: '9399.95' } });
  });

  test('rejects a purchase of less than one unit of a coin', async () => {
    const ines = await florin.signUpWith('10.00');
    const member = await findMember(florin.database.pool, ines.user.email);
    if (!member) throw new Error('The member was not found.');
    const markets = openMarkets(feedOf({ symbol: 'BTC', usdPerCoin: '1000000.01' }));
    const buyFor = (cents: bigint) =>
      buyCoins(
        { ...florin.app.dependencies, markets },
        member,
        { key: crypto.randomUUID(), requestHash: 0n },
        { symbol: 'BTC', amount: amountOf('USD', cents), methodId: usdBalanceMethodId, quoteId: undefined },
      );
    await expect(buyFor(2n)).rejects.toMatchObject({
      code: 'amount_too_small',
      fields: { amount_usd: 'The smallest purchase of Bitcoin is $0.03 right now.' },
    });
    expect((await buyFor(3n)).crypto_amount_exact).toBe('0.00000002');
  });

  test('repeats the answer of a purchase for a repeated key', async () => {
    const ines = await florin.signUpWith('200.00');
    const first = await buy(ines, { amount_usd: '20.00' }, 'once');
    expect(await buy(ines, { amount_usd: '20.00' }, 'once')).toEqual(first);
    await expect(buy(ines, { amount_usd: '20.01' }, 'once')).rejects.toMatchObject(
      refusedWith('idempotency_key_reused'),
    );
    await expect(buy(ines, { crypto_symbol: 'ETH', amount_usd: '20.00' }, 'once')).rejects.toMatchObject(
      refusedWith('idempotency_key_reused'),
    );
    expect(await usd(ines)).toBe('179.70');
  });
});

/** Returns a price feed with one coin at the given price. */
function feedOf({ symbol, usdPerCoin }: Pick<CoinPrice, 'symbol' | 'usdPerCoin'>): PriceFeed {
  const at = new Date();
  const coin: CoinPrice = {
    symbol,
    name: 'Bitcoin',
    usdPerCoin,
    changePercent24h: 0,
    marketCapUsd: 1,
    volumeUsd24h: undefined,
    supply: undefined,
    at,
    kind: 'simulated',
    source: 'test',
    doubted: false,
  };
  return { maxAgeSeconds: 60, prices: () => [coin], priceOf: (asked) => (asked === symbol ? coin : undefined) };
}
