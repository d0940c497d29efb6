import { expect, test } from 'vitest';
import { chooseMailer, chooseProviders } from './choose-providers.ts';
import { parseConfig } from './config.ts';
import { simulatedMailer } from './providers/mailer/simulated.ts';

test('the sandbox has simulated prices and a rail of its own', () => {
  expect(chooseProviders(parseConfig({})).feed.source).toBe('simulated');
});

const live = parseConfig({
  FLORIN_MODE: 'live',
  DATABASE_URL: 'postgres://florin@db.example/florin',
  PUBLIC_URL: 'https://florin.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  FLORIN_MASTER_KEY: 'a key',
  PRICE_FEED: 'some-exchange',
});

test('nothing simulated takes the place of a live feed', () => {
  expect(() => chooseProviders(live)).toThrow('PRICE_FEED=some-exchange is not a feed');
});

test('mail leaves the machine in live only', async () => {
  expect(chooseMailer(parseConfig({ SMTP_URL: 'smtp://mail.example' }))).toBe(simulatedMailer);
  const mail = { id: 'a', to: 'jonas@florin.example', subject: 'Hello', text: 'Hello' };
  await expect(chooseMailer(live).send(mail)).rejects.toThrow('ECONNREFUSED');
});
