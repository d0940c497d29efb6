import { endpoints, type BuyQuote, type SellQuote } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { movingFeed } from '../../../test/moving-feed.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

const market = movingFeed({ BTC: '50000.00' });
let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, { feed: market.feed }, asManyAsAServer);
});
beforeEach(async () => {
  market.set('BTC', '50000.00');
  ines = await florin.signUp();
  const card = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  for (const currency of ['EUR', 'GBP'] as const)
    await ines.client.call(endpoints.addFunds, { body: { amount: '300.00', currency, payment_method_id: card.id } });
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

type Buying = { amount?: string; method?: string; quote?: string; key?: string };

const buy = ({ amount = '100.00', method = 'eur_balance', quote, key }: Buying = {}) =>
  ines.client.call(
    endpoints.buyCoins,
    {
      body: {
        crypto_symbol: 'BTC',
        amount_usd: amount,
        payment_method_id: method,
        ...(quote === undefined ? {} : { quote_id: quote }),
      },
    },
    key === undefined ? {} : { idempotencyKey: key },
  );
const sell = (amount_crypto: string, payout_currency: 'EUR' | 'GBP', more: { quote_id?: string; key?: string } = {}) =>
  ines.client.call(
    endpoints.sellCoins,
    {
      body: {
        crypto_symbol: 'BTC',
        amount_crypto,
        payout_currency,
        ...(more.quote_id === undefined ? {} : { quote_id: more.quote_id }),
      },
    },
    more.key === undefined ? {} : { idempotencyKey: more.key },
  );
const quoteBuy = async (payment_currency: 'EUR' | 'GBP' | 'USD', amount_usd = '100.00') =>
  (await ines.client.call(endpoints.createQuote, {
    body: { kind: 'buy', crypto_symbol: 'BTC', amount_usd, payment_currency },
  })) as BuyQuote;
const quoteSell = async (amount_crypto: string, payout_currency: 'EUR' | 'GBP') =>
  (await ines.client.call(endpoints.createQuote, {
    body: { kind: 'sell', crypto_symbol: 'BTC', amount_crypto, payout_currency },
  })) as SellQuote;
const money = async () => {
  const { balances } = await ines.client.call(endpoints.me);
  return [balances.usd_exact, balances.eur_exact, balances.gbp_exact];
};
const coins = async () => (await ines.client.call(endpoints.getPortfolio)).map(({ amount_exact }) => amount_exact);
const history = async () =>
  (await ines.client.call(endpoints.listTransactions, { query: {} })).map(
    ({ type, currency, amount_exact }) => `${type} ${amount_exact} ${currency}`,
  );

describe('purchases from the EUR wallet', () => {
  test('exchanges and buys at the prices of one quote', async () => {
    const quote = await quoteBuy('EUR');
    // 101.50 dollars at 1.09 need 93.12 euros; the fee is 0.5 % of them.
    expect(quote).toMatchObject({
      total_exact: '101.50',
      payment: { currency: 'EUR', amount_exact: '93.12', fee_exact: '0.47', total_exact: '93.59', rate: '1.090000' },
    });
    market.set('BTC', '60000.00');
    const { crypto_amount_exact, transaction } = await buy({ quote: quote.id });
    expect(crypto_amount_exact).toBe('0.00200000');
    expect(transaction).toMatchObject({ type: 'buy_crypto', amount_exact: '-101.50', payment_method: 'EUR balance' });
    expect(await money()).toEqual(['0.00', '206.41', '300.00']);
    expect(await coins()).toEqual(['0.00200000']);
    expect((await history()).slice(0, 3).toSorted()).toEqual([
      'buy_crypto -101.50 USD',
      'exchange -93.59 EUR',
      'exchange 101.50 USD',
    ]);
  });

  test('shows the cost in dollars for a purchase in euros', async () => {
    await buy();
    const [held] = await ines.client.call(endpoints.getPortfolio);
    expect(held).toMatchObject({ cost_exact: '101.50' });
  });

  test('buys and exchanges once for a repeated key', async () => {
    const first = await buy({ key: 'once' });
    market.set('BTC', '60000.00');
    expect(await buy({ key: 'once' })).toEqual(first);
    await expect(buy({ key: 'once', method: 'gbp_balance' })).rejects.toMatchObject(
      refusedWith('idempotency_key_reused'),
    );
    expect(await money()).toEqual(['0.00', '206.41', '300.00']);
  });

  test('rejects a purchase above the EUR balance without an exchange and names the needed amount', async () => {
    await expect(buy({ amount: '400.00' })).rejects.toMatchObject(
      refusedWith('insufficient_balance', { detail: expect.stringContaining('€') }),
    );
    expect(await money()).toEqual(['0.00', '300.00', '300.00']);
  });

  test("rejects a purchase above the plan's limit without an exchange", async () => {
    await buy({ amount: '300.00' });
    const before = [await money(), await history()];
    await expect(buy({ amount: '250.00', method: 'gbp_balance' })).rejects.toMatchObject(
      refusedWith('plan_limit_exceeded'),
    );
    expect([await money(), await history()]).toEqual(before);
  });

  test('accepts a quote only for the quoted wallet', async () => {
    const [usd, eur] = [await quoteBuy('USD'), await quoteBuy('EUR')];
    await expect(buy({ quote: usd.id })).rejects.toMatchObject(refusedWith('quote_not_found'));
    await expect(buy({ quote: eur.id, method: 'gbp_balance' })).rejects.toMatchObject(refusedWith('quote_not_found'));
    await expect(buy({ quote: eur.id, method: 'usd_balance' })).rejects.toMatchObject(refusedWith('quote_not_found'));
    expect(await money()).toEqual(['0.00', '300.00', '300.00']);
  });

  test('spends each euro once under concurrent purchases', async () => {
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => buy()));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect((await money())[1]).toBe('19.23');
  });

  test('uses a quote in euros once under concurrent purchases', async () => {
    const { id } = await quoteBuy('EUR');
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => buy({ quote: id })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await money())[1]).toBe('206.41');
  });
});

describe('sales into the GBP wallet', () => {
  beforeEach(() => buy().then(() => undefined));

  test('sells and exchanges the proceeds at the prices of one quote', async () => {
    const quote = await quoteSell('0.00200000', 'GBP');
    // 98.50 of 99.00 dollars are exchanged at 1.27; the fee is 0.50.
    expect(quote).toMatchObject({
      total_exact: '99.00',
      payout: { currency: 'GBP', fee_exact: '0.50', received_exact: '77.55' },
    });
    market.set('BTC', '40000.00');
    const sold = await sell('0.00200000', 'GBP', { quote_id: quote.id });
    expect(sold).toMatchObject({
      usd_amount_exact: '99.00',
      payout: { currency: 'GBP', amount: 77.55, amount_exact: '77.55' },
    });
    expect(await money()).toEqual(['0.00', '206.41', '377.55']);
    expect(await coins()).toEqual([]);
  });

  test('repeats the answer of a sale into euros for a repeated key at another price', async () => {
    const first = await sell('0.00100000', 'EUR', { key: 'once' });
    market.set('BTC', '20000.00');
    expect(await sell('0.00100000', 'EUR', { key: 'once' })).toEqual(first);
    expect(await coins()).toEqual(['0.00100000']);
  });

  test('rejects a sale that pays nothing in the other currency, with the reason', async () => {
    await expect(sell('0.00000050', 'EUR')).rejects.toMatchObject(
      refusedWith('amount_too_small', { fields: { amount_crypto: expect.stringContaining('EUR') } }),
    );
    await expect(quoteSell('0.00000050', 'EUR')).rejects.toMatchObject(refusedWith('amount_too_small'));
    expect(await coins()).toEqual(['0.00200000']);
  });

  test('rejects a sale of more than the holding without an exchange', async () => {
    const before = await money();
    await expect(sell('0.00200001', 'EUR')).rejects.toMatchObject(refusedWith('insufficient_balance'));
    expect(await money()).toEqual(before);
  });
});
