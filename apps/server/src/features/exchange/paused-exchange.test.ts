import { endpoints } from '@florin/contract';
import { parsePrice } from '@florin/money';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { movingFeed } from '../../../test/moving-feed.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { registry } from '../../platform/metrics/registry.ts';
import { simulatedExchangeRates } from '../../providers/exchange-rates/simulated.ts';
import type { ExchangeRates, RatesPause } from '../../providers/exchange-rates/exchange-rates.ts';
import { measureRates } from './measure-rates.ts';

const at = new Date('2026-11-27T13:10:00.000Z');
/** The European Central Bank's table: 1.1602 dollars and 0.87225 pounds per euro. */
const mid = { USD: parsePrice('0.87225'), EUR: parsePrice('1.011984450'), GBP: parsePrice('1.1602') };

let pause: RatesPause | undefined;
const rates: ExchangeRates = {
  now: () => ({ rates: { ...mid, origin: { source: 'European Central Bank', at } }, pause }),
};
const sentences = {
  stale: 'Exchange is paused because the exchange rates are outdated. It resumes automatically.',
  jump: 'Exchange is paused while we check a jump of the exchange rates. It resumes automatically.',
};

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, { rates, feed: movingFeed({ BTC: '50000.00' }).feed });
});
beforeEach(async () => {
  pause = undefined;
  ines = await florin.signUpWith('1000.00');
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const toEuros = { from: 'USD', to: 'EUR', amount: '500.00' } as const;
const quote = () => ines.client.call(endpoints.createQuote, { body: { kind: 'exchange', ...toEuros } });
const exchange = (quoteId?: string, idempotencyKey?: string) =>
  ines.client.call(
    endpoints.exchangeMoney,
    { body: { ...toEuros, ...(quoteId === undefined ? {} : { quote_id: quoteId }) } },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );
const coins = { crypto_symbol: 'BTC' };

test('a quote for an exchange has the source and the time of its rate, and the journal keeps them', async () => {
  const held = await quote();
  expect(held).toMatchObject({
    received_exact: '430.96',
    rate: '0.861920',
    rate_source: 'European Central Bank',
    rate_at: at.toISOString(),
  });
  await exchange(held.id);
  const { rows } = await florin.database.ownerPool.query(
    `select metadata from books.entries where actor = $1 and kind = 'exchange'`,
    [ines.user.id],
  );
  expect(rows).toEqual([
    { metadata: expect.objectContaining({ rate_source: 'European Central Bank', rate_at: at.toISOString() }) },
  ]);
});

test.each(['stale', 'jump'] as const)(
  'refuses to exchange at paused rates (%s), honors an earlier quote, and resumes',
  async (why) => {
    const held = await quote();
    pause = why;
    const refused = refusedWith('rates_unavailable', { detail: sentences[why] });
    await expect(quote()).rejects.toMatchObject(refused);
    await expect(exchange()).rejects.toMatchObject(refused);
    expect(await exchange(held.id)).toMatchObject({ counter_amount_exact: '430.96' });
    pause = undefined;
    await quote();
  },
);

test('the metrics show the age of the rates and why exchange is paused', async () => {
  const values = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values ?? [];
  for (pause of ['stale', 'jump', undefined] as const) {
    measureRates(rates);
    expect(await values('florin_exchange_paused')).toEqual([
      expect.objectContaining({ labels: { cause: 'stale' }, value: pause === 'stale' ? 1 : 0 }),
      expect.objectContaining({ labels: { cause: 'jump' }, value: pause === 'jump' ? 1 : 0 }),
    ]);
  }
  const [age] = await values('florin_exchange_rates_age_seconds');
  expect(age?.labels).toEqual({ source: 'European Central Bank' });
  measureRates(simulatedExchangeRates);
  expect(await values('florin_exchange_rates_age_seconds')).toEqual([]);
});

test('repeats the answer of an earlier exchange while the rates are paused', async () => {
  const first = await exchange(undefined, 'before the pause');
  pause = 'stale';
  expect(await exchange(undefined, 'before the pause')).toEqual(first);
  await expect(exchange(undefined, 'during the pause')).rejects.toMatchObject(refusedWith('rates_unavailable'));
});

test('refuses trades in euros and pounds while the rates are paused, but not in dollars', async () => {
  await exchange();
  const buy = (payment_method_id: string, key?: string) =>
    ines.client.call(
      endpoints.buyCoins,
      { body: { ...coins, amount_usd: '100.00', payment_method_id } },
      key === undefined ? {} : { idempotencyKey: key },
    );
  const sell = (payout_currency: 'USD' | 'EUR' | 'GBP', key?: string) =>
    ines.client.call(
      endpoints.sellCoins,
      { body: { ...coins, amount_crypto: '0.001', payout_currency } },
      key === undefined ? {} : { idempotencyKey: key },
    );
  const bought = await buy('eur_balance', 'bought');
  const sold = await sell('GBP', 'sold');
  pause = 'stale';
  const refused = refusedWith('rates_unavailable');
  await expect(buy('eur_balance')).rejects.toMatchObject(refused);
  await expect(sell('GBP')).rejects.toMatchObject(refused);
  for (const body of [
    { kind: 'buy', ...coins, amount_usd: '10.00', payment_currency: 'EUR' } as const,
    { kind: 'sell', ...coins, amount_crypto: '0.0001', payout_currency: 'GBP' } as const,
  ])
    await expect(ines.client.call(endpoints.createQuote, { body })).rejects.toMatchObject(refused);
  expect(await buy('eur_balance', 'bought')).toEqual(bought);
  expect(await sell('GBP', 'sold')).toEqual(sold);
  await buy('usd_balance');
  await sell('USD');
});
