import { endpoints, sandboxTokens } from '@florin/contract';
import { amountOf } from '@florin/money';
import { expect, test } from 'vitest';
import { kycForm } from '../test/kyc.ts';
import { liveSettings } from '../test/live-settings.ts';
import { openPriceServer, withText } from '../test/price-server.ts';
import { refusedWith } from '../test/refused-with.ts';
import { createTestApp } from '../test/test-app.ts';
import { chooseIdentityCheck, chooseMailer, chooseProviders, chooseTextSender } from './choose-providers.ts';
import { parseConfig } from './config.ts';
import { simulatedExchangeRates } from './providers/exchange-rates/simulated.ts';
import { railWithoutCards } from './providers/payment-rail/without-cards.ts';
import { simulatedMailer } from './providers/mailer/simulated.ts';
import { simulatedTextSender } from './providers/text-sender/simulated.ts';

const kindsOf = (env: Record<string, string>) => {
  const prices = chooseProviders(parseConfig(env)).feed.prices(new Date());
  return [...new Set(prices.map(({ kind }) => kind))];
};

test('a sandbox without a feed has simulated prices', () => {
  expect(kindsOf({})).toEqual(['simulated']);
});

test.each(['coingecko', 'coingecko-pro', 'https://prices.example/all.json'])(
  'a sandbox with the feed %s never shows simulated prices',
  (PRICE_FEED) => {
    expect(kindsOf({ PRICE_FEED, PRICE_FEED_KEY: 'a-key' })).toEqual(['reference']);
    expect(chooseProviders(parseConfig({ PRICE_FEED, PRICE_FEED_KEY: 'a-key' })).feed.past).toBeUndefined();
  },
);

test('polls a price feed until the app is closed', async () => {
  const server = await openPriceServer();
  server.answers(withText(JSON.stringify([{ symbol: 'BTC', price: '99000.5', time: new Date().toISOString() }])));
  const florin = await createTestApp({ PRICE_FEED: server.url });
  const { client } = await florin.signUp();
  const bitcoin = async () => (await client.call(endpoints.listCoins)).find(({ symbol }) => symbol === 'BTC');
  expect(await bitcoin()).toMatchObject({ kind: 'reference', paused: 'stale' });
  florin.app.startJobs();
  await expect.poll(bitcoin).toMatchObject({ kind: 'live', price_exact: '99000.50', paused: null });
  await florin.close();
  expect(server.requests).toHaveLength(1);
  await server.close();
});

test.each(['ecb', 'https://rates.example/all.json'])(
  'a sandbox with the exchange rates %s never uses simulated ones',
  (EXCHANGE_RATES) => {
    expect(chooseProviders(parseConfig({})).rates).toBe(simulatedExchangeRates);
    expect(chooseProviders(parseConfig({ EXCHANGE_RATES })).rates.now().pause).toBe('stale');
  },
);

test('polls exchange rates until the app is closed', async () => {
  const server = await openPriceServer();
  const time = new Date().toISOString();
  const rates = [
    { symbol: 'EUR', price: '1.1602', time },
    { symbol: 'GBP', price: '1.3301', time },
  ];
  server.answers(withText(JSON.stringify(rates)));
  const florin = await createTestApp({ EXCHANGE_RATES: server.url });
  const { client } = await florin.signUp();
  const body = { kind: 'exchange', from: 'USD', to: 'EUR', amount: '500.00' } as const;
  await expect(client.call(endpoints.createQuote, { body })).rejects.toMatchObject(refusedWith('rates_unavailable'));
  florin.app.startJobs();
  await expect
    .poll(() => client.call(endpoints.createQuote, { body }).catch(() => undefined))
    .toMatchObject({
      received_exact: '430.96',
      rate: '0.861920',
      rate_source: new URL(server.url).host,
      rate_at: time,
    });
  await florin.close();
  expect(server.requests).toHaveLength(1);
  await server.close();
});

const live = parseConfig({ ...liveSettings, SMTP_URL: 'smtp://127.0.0.1:1' });

// Rules: security-42
test('live uses no simulated provider', async () => {
  const { feed, rail, rates, pretendedBank, texts } = chooseProviders(live);
  expect(new Set(feed.prices(new Date()).map(({ kind }) => kind))).toEqual(new Set(['reference']));
  expect(rates.now().pause).toBe('stale');
  expect(pretendedBank).toBeUndefined();
  expect(texts).toBeUndefined();
  expect(rail).toBe(railWithoutCards);
  for (const token of sandboxTokens) expect(await rail.describe(token)).toBeUndefined();
});

test.each(['priceFeed', 'exchangeRates'])('live never replaces a missing %s by a simulated one', (name) => {
  expect(() => chooseProviders({ ...live, [name]: undefined })).toThrow('FLORIN_MODE=live needs');
});

test('without a card provider, live charges and refunds no cards', async () => {
  const order = { reference: 'a', token: 'tok_visa', amount: amountOf('USD', 100n), orderedAt: new Date(0) };
  expect(await railWithoutCards.charge(order)).toBe('declined');
  await expect(railWithoutCards.refund(order)).rejects.toThrow('cannot be refunded');
  expect(await railWithoutCards.collect(order)).toEqual({ state: 'pending' });
  expect(await railWithoutCards.payOut(order)).toEqual({ state: 'pending' });
});

test('sends mail only in live mode', async () => {
  expect(chooseMailer(parseConfig({ SMTP_URL: 'smtp://mail.example' }))).toBe(simulatedMailer);
  const mail = { id: 'a', to: 'jonas@florin.example', subject: 'Hello', text: 'Hello' };
  await expect(chooseMailer(live).send(mail)).rejects.toThrow('ECONNREFUSED');
});

test('sends text messages only in live mode with a configured gateway', async () => {
  const gateway = { url: new URL('http://127.0.0.1:1/'), token: undefined };
  expect(chooseTextSender({ mode: 'sandbox', smsGateway: gateway })).toBe(simulatedTextSender);
  expect(chooseTextSender({ mode: 'live', smsGateway: undefined })).toBeUndefined();
  const text = { id: 'a', to: '+351912345678', text: 'Hello' };
  await expect(chooseTextSender({ mode: 'live', smsGateway: gateway })?.send(text)).rejects.toThrow('bad port');
});

test('sends every identity check in live mode to manual review without an adapter', async () => {
  const submitted = { reference: 'a 1', submittedAt: new Date(0), form: kycForm, askedFor: [] };
  expect(await chooseIdentityCheck(live).decide(submitted)).toEqual({ outcome: 'review', notes: [] });
  expect(await chooseIdentityCheck(parseConfig({})).decide(submitted)).toEqual({ outcome: 'verified' });
});
