import { expect, test } from 'vitest';
import { priceFeedOf } from './config-feeds.ts';

function read(env: Record<string, string>) {
  const problems: string[] = [];
  return { config: priceFeedOf(env, problems), problems };
}

test('uses a price feed only if PRICE_FEED names it', () => {
  expect(read({}).config).toBeUndefined();
  const usual = { key: undefined, everySeconds: 60, maxAgeSeconds: 180 };
  expect(read({ PRICE_FEED: 'coingecko' }).config).toEqual({ from: 'coingecko', ...usual });
  expect(read({ PRICE_FEED: 'https://prices.example/all?of=usd' }).config).toEqual({
    from: new URL('https://prices.example/all?of=usd'),
    ...usual,
  });
  expect(
    read({
      PRICE_FEED: 'coingecko-pro',
      PRICE_FEED_KEY: 'CG-key',
      PRICE_FEED_SECONDS: '5',
      PRICE_MAX_AGE_SECONDS: '30',
    }).config,
  ).toEqual({ from: 'coingecko-pro', key: 'CG-key', everySeconds: 5, maxAgeSeconds: 30 });
});

test.each(['coin-gecko', 'ftp://hunter2@prices.example', 'prices.example/hunter2', 'hunter2'])(
  'rejects the price feed %j without repeating it',
  (PRICE_FEED) => {
    expect(read({ PRICE_FEED }).problems).toEqual([
      'PRICE_FEED must be coingecko, coingecko-pro or an http(s) address that serves JSON.',
    ]);
  },
);

test('rejects a feed key that no header can contain, without repeating it', () => {
  expect(read({ PRICE_FEED: 'coingecko', PRICE_FEED_KEY: 'hunter2\n' }).problems).toEqual([
    'PRICE_FEED_KEY must contain only letters, digits and punctuation.',
  ]);
  expect(read({ PRICE_FEED: 'coingecko-pro' }).problems).toEqual(['PRICE_FEED=coingecko-pro needs PRICE_FEED_KEY.']);
});

test.each(['0', '-1', '1.5', 'x', '86401'])('rejects %j as the polling interval of a feed', (seconds) => {
  const [problem] = read({ PRICE_FEED: 'coingecko', PRICE_FEED_SECONDS: seconds }).problems;
  expect(problem).toBe(`PRICE_FEED_SECONDS must be 1 to 86400 seconds, not "${seconds}".`);
});

test('rejects a maximum price age that is not longer than the polling interval', () => {
  expect(read({ PRICE_FEED: 'coingecko', PRICE_MAX_AGE_SECONDS: '60' }).problems).toEqual([
    expect.stringContaining('PRICE_MAX_AGE_SECONDS must be more than PRICE_FEED_SECONDS'),
  ]);
});
