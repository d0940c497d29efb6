import { expect, test } from 'vitest';
import { chooseProviders } from './choose-providers.ts';
import { parseConfig } from './config.ts';

test('the sandbox has simulated prices and a rail of its own', () => {
  expect(chooseProviders(parseConfig({})).feed.source).toBe('simulated');
});

test('nothing simulated takes the place of a live feed', () => {
  const live = parseConfig({
    FLORIN_MODE: 'live',
    DATABASE_URL: 'postgres://florin@db.example/florin',
    PUBLIC_URL: 'https://florin.example',
    SMTP_URL: 'smtp://mail.example',
    FLORIN_MASTER_KEY: 'a key',
    PRICE_FEED: 'some-exchange',
  });
  expect(() => chooseProviders(live)).toThrow('PRICE_FEED=some-exchange is not a feed');
});
