import { endpoints } from '@florin/contract';
import { amountOf, defaultFeeRates, isDust, parseAmount, parsePrice, toDecimal } from '@florin/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { movingFeed } from '../../../test/moving-feed.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

const market = movingFeed({ BTC: '67000.00', PEPE: '0.00001' });
let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, { feed: market.feed });
});
beforeEach(async () => {
  market.set('BTC', '67000.00');
  market.set('PEPE', '0.00001');
  ines = await florin.signUpWith('406.00');
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const buy = (amount_usd: string, crypto_symbol = 'BTC') =>
  ines.client.call(endpoints.buyCoins, { body: { crypto_symbol, amount_usd, payment_method_id: 'usd_balance' } });
const sell = (amount_crypto: string, more: { quote_id?: string; key?: string } = {}) => {
  const { quote_id, key } = more;
  const body = { crypto_symbol: 'BTC', amount_crypto, ...(quote_id === undefined ? {} : { quote_id }) };
  return ines.client.call(endpoints.sellCoins, { body }, key === undefined ? {} : { idempotencyKey: key });
};
const quote = (amount_crypto: string) =>
  ines.client.call(endpoints.createQuote, { body: { kind: 'sell', crypto_symbol: 'BTC', amount_crypto } });
const holdings = async () => {
  const portfolio = await ines.client.call(endpoints.getPortfolio);
  return portfolio.map(({ symbol, amount_exact }) => `${amount_exact} ${symbol}`);
};
const less = (coins: string, units: bigint) =>
  toDecimal(amountOf('BTC', (parseAmount('BTC', coins).amount?.units ?? 0n) - units));
const close = () => ines.client.call(endpoints.closeAccount, { body: { current_password: ines.password } });
/** Sends away all of the member's dollars. */
async function spendAllDollars() {
  const jonas = await florin.signUp();
  const { balances } = await ines.client.call(endpoints.me);
  const cents = BigInt(balances.usd_exact.replace('.', ''));
  const amount = toDecimal(amountOf('USD', (cents * 10_000n) / 10_200n));
  await ines.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount } });
}

/** Makes the first purchase that is not refused. */
async function smallestPurchase(symbol: string) {
  for (const amount of ['0.01', '0.02', '0.03']) {
    const bought = await buy(amount, symbol).catch(() => undefined);
    if (bought) return bought;
  }
  return buy('0.04', symbol);
}

describe('purchases of tiny amounts', () => {
  test.each(['0.01', '0.02'])(
    'rejects a purchase of %s dollars that could not be sold again and names the minimum',
    async (amount) => {
      await expect(buy(amount)).rejects.toMatchObject(
        refusedWith('amount_too_small', { detail: 'The smallest purchase of BTC is $0.03 right now.' }),
      );
      await expect(
        ines.client.call(endpoints.createQuote, { body: { kind: 'buy', crypto_symbol: 'BTC', amount_usd: amount } }),
      ).rejects.toMatchObject(refusedWith('amount_too_small'));
      expect(await holdings()).toEqual([]);
    },
  );

  test.each(['BTC', 'PEPE'])('sells the smallest purchase of %s again at the same price', async (symbol) => {
    const price = parsePrice(symbol === 'BTC' ? '67000.00' : '0.00001');
    const bought = await smallestPurchase(symbol);
    const coins = parseAmount(symbol, bought.crypto_amount_exact).amount;
    expect(coins && isDust(coins, price, defaultFeeRates.sell)).toBe(false);
    const body = { crypto_symbol: symbol, amount_crypto: bought.crypto_amount_exact };
    expect((await ines.client.call(endpoints.sellCoins, { body })).usd_amount_exact).toBe('0.01');
  });
});

describe('sales that leave dust', () => {
  test.each([1n, 10n])('includes a remainder of %s units in the sale of a coin', async (rest) => {
    const { crypto_amount_exact: held } = await buy('400.00');
    const { transaction } = await sell(less(held, rest));
    expect(transaction).toMatchObject({ crypto_amount_exact: held });
    expect(await holdings()).toEqual([]);
  });

  test('leaves a remainder of a coin if it can be sold', async () => {
    const { crypto_amount_exact: held } = await buy('400.00');
    await sell(less(held, 1000n));
    expect(await holdings()).toEqual(['0.00001000 BTC']);
    const [rest] = await ines.client.call(endpoints.getPortfolio);
    // 0.00597014 BTC cost 406.00, so this amount cost 0.68.
    expect(rest).toMatchObject({ cost_exact: '0.68', average_cost_exact: '68000.00' });
  });

  test('includes the remainder of a coin in a quote and in its sale', async () => {
    const { crypto_amount_exact: held } = await buy('400.00');
    const quoted = await quote(less(held, 1n));
    expect(quoted).toMatchObject({ kind: 'sell', crypto_amount_exact: held });
    const { usd_amount_exact } = await sell(less(held, 1n), { quote_id: quoted.id });
    expect(usd_amount_exact).toBe('total_exact' in quoted && quoted.total_exact);
    expect(await holdings()).toEqual([]);
  });

  test('repeats the answer of a sale with its remainder for a repeated key at another price', async () => {
    const { crypto_amount_exact: held } = await buy('0.04');
    const first = await sell(less(held, 1n), { key: 'once' });
    market.set('BTC', '20000.00');
    expect(await sell(less(held, 1n), { key: 'once' })).toEqual(first);
  });
});

describe('dust after a price drop', () => {
  beforeEach(async () => {
    await buy('0.04');
    market.set('BTC', '20000.00');
    await spendAllDollars();
  });

  test('gives unsellable dust to the house when the account closes', async () => {
    const [held] = await ines.client.call(endpoints.getPortfolio);
    await expect(sell(held?.amount_exact ?? '')).rejects.toMatchObject(refusedWith('amount_too_small'));
    await close();
    const { rows } = await florin.database.pool.query(
      `select e.kind, a.kind as account, p.asset, p.amount from books.postings p
       join books.entries e on e.id = p.entry_id join books.accounts a on a.id = p.account_id
       where e.actor = $1 and e.kind = 'clear_dust' and p.asset = 'BTC' order by p.amount`,
      [ines.user.id],
    );
    expect(rows).toEqual([
      { kind: 'clear_dust', account: 'wallet', asset: 'BTC', amount: -59n },
      { kind: 'clear_dust', account: 'inventory', asset: 'BTC', amount: 59n },
    ]);
  });

  test('keeps dust if other money keeps the account open', async () => {
    const card = (await ines.client.call(endpoints.listPaymentMethods))[0];
    await ines.client.call(endpoints.addFunds, { body: { amount: '5.00', payment_method_id: card?.id ?? '' } });
    await expect(close()).rejects.toMatchObject(refusedWith('account_not_empty'));
    expect(await holdings()).toEqual(['0.00000059 BTC']);
  });

  test('clears dust once under two concurrent closings', async () => {
    const ended = await Promise.allSettled([close(), close()]);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
