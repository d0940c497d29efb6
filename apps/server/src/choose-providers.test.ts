import { endpoints } from '@florin/contract';
import { expect, test } from 'vitest';
import { kycForm } from '../test/kyc.ts';
import { openPriceServer, withText } from '../test/price-server.ts';
import { createTestApp } from '../test/test-app.ts';
import { chooseIdentityCheck, chooseMailer, chooseProviders, chooseTextSender } from './choose-providers.ts';
import { parseConfig } from './config.ts';
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

const live = parseConfig({
  FLORIN_MODE: 'live',
  DATABASE_URL: 'postgres://florin@db.example/florin?sslmode=verify-full',
  PUBLIC_URL: 'https://florin.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  FLORIN_MASTER_KEY: 'a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s=',
  PRICE_FEED: 'coingecko',
});

// Rules: security-42
test('live does not start with simulated providers', () => {
  expect(() => chooseProviders(live)).toThrow('no payment rail and no exchange rates for real money yet');
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
