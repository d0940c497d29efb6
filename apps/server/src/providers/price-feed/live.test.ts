import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  openPriceServer,
  withReset,
  withStatus,
  withText,
  type Answer,
  type PriceServer,
} from '../../../test/price-server.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { openMarkets } from '../../features/markets/index.ts';
import { coinGeckoSource } from './coingecko.ts';
import { jsonSource } from './json-source.ts';
import { liveFeed } from './live.ts';
import type { PriceSource } from './price-source.ts';
import { referenceSheet } from './reference-sheet.ts';

const maxAgeSeconds = 180;
const start = new Date('2025-07-01T09:00:00.000Z');

let server: PriceServer;
beforeAll(async () => {
  server = await openPriceServer();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());
afterAll(() => server.close());

const later = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000);
const recorded = (name: string) => readFileSync(new URL(`recorded/${name}`, import.meta.url), 'utf8');

type Row = { symbol: string; price?: unknown; time?: unknown };
/** Of now, unless a row says otherwise. */
const withRows = (...rows: Row[]): Answer =>
  withText(JSON.stringify(rows.map((row) => ({ time: new Date().toISOString(), ...row }))));
const withBtc = (price: unknown) => withRows({ symbol: 'BTC', price });

/** A market on a live feed that asks when the test says so. */
function openMarket(source: PriceSource = jsonSource(new URL(server.url), 'secret-key')) {
  const log: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void log.push(line) });
  let asked: (pauseSeconds: number) => void = () => undefined;
  let askAgain: (() => void) | undefined;
  const feed = liveFeed({
    source,
    everySeconds: 60,
    maxAgeSeconds,
    logger,
    wait: (seconds, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve());
        askAgain = resolve;
        asked(seconds);
      }),
  });
  const markets = openMarkets(feed);
  /** One question and its answer. Says how long the feed pauses after it. */
  const ask = async (answer: Answer): Promise<number> => {
    server.answers(answer);
    const paused = new Promise<number>((resolve) => (asked = resolve));
    if (askAgain) askAgain();
    else {
      const asking = feed.start?.();
      onTestFinished(() => asking?.stop());
    }
    return paused;
  };
  const coin = (symbol = 'BTC') => {
    const price = feed.priceOf(symbol, new Date());
    const [tick] = markets.ticks([symbol]);
    if (!price || !tick) throw new Error(`${symbol} is on the sheet`);
    return { ...price, paused: tick.paused };
  };
  return { feed, markets, ask, coin, log };
}

describe('before the first answer', () => {
  test('there are the prices of the sheet, of its day, and nothing is traded', () => {
    const { feed, markets } = openMarket();
    later(24 * 3600);
    expect(feed.prices(new Date()).map(({ symbol }) => symbol)).toEqual(referenceSheet.map(({ symbol }) => symbol));
    for (const item of markets.list())
      expect(item).toMatchObject({
        kind: 'reference',
        source: 'Florin reference sheet',
        updated_at: '2025-07-01T00:00:00.000Z',
        paused: 'stale',
      });
    expect(() => markets.tradable('BTC')).toThrow(
      expect.objectContaining({ code: refusedWith('trading_paused').body.code }),
    );
  });

  test('a source that does not answer changes nothing', async () => {
    const { feed, ask } = openMarket();
    const before = feed.prices(new Date());
    await ask(withStatus(500));
    await ask(withReset);
    expect(feed.prices(new Date())).toEqual(before);
  });
});

describe('an answer', () => {
  test('of CoinGecko makes the prices live: its figures, its time, its name', async () => {
    const { ask, coin, log } = openMarket(coinGeckoSource({ plan: 'demo', key: undefined, baseUrl: server.url }));
    expect(await ask(withText(recorded('coingecko-markets.json')))).toBe(60);
    expect(coin()).toEqual({
      symbol: 'BTC',
      name: 'Bitcoin',
      usdPerCoin: '107182.4619382611',
      changePercent24h: -1.18,
      marketCapUsd: 2131538294713,
      volumeUsd24h: 24871520033,
      supply: 19886540,
      at: new Date('2025-07-01T08:59:31.412Z'),
      kind: 'live',
      source: 'CoinGecko',
      doubted: false,
      paused: null,
    });
    expect(coin('SHIB').usdPerCoin).toBe('0.0000114312');
    expect(coin('USDT').usdPerCoin).toBe('1.00');
    // It writes 0 for what it does not know: the capital is counted with the supply of the sheet.
    expect(coin('MAGIC')).toMatchObject({ marketCapUsd: 45406000, volumeUsd24h: undefined, supply: undefined });
    expect(coin('SOL')).toMatchObject({ kind: 'reference', usdPerCoin: '150', paused: 'stale' });
    expect(coin('DOGE').kind).toBe('reference');
    expect(log.join()).toMatch(/CoinGecko has no price for XRP, .*DOGE, .*: not traded until it has/);
  });

  test('that leaves coins out leaves them as they were, and they grow old', async () => {
    const { ask, coin } = openMarket();
    await ask(withRows({ symbol: 'BTC', price: 107000 }, { symbol: 'ETH', price: 2450 }));
    later(120);
    await ask(withBtc(107100));
    expect(coin('ETH')).toMatchObject({ usdPerCoin: '2450.00', at: start, paused: null });
    later(61);
    expect(coin('ETH').paused).toBe('stale');
    expect(coin('BTC')).toMatchObject({ usdPerCoin: '107100.00', paused: null });
    await ask(withRows({ symbol: 'ETH', price: 2460 }));
    expect(coin('ETH')).toMatchObject({ usdPerCoin: '2460.00', paused: null });
  });

  test('is not traded on where this machine’s clock was put back since: later ones seem to be of the future', async () => {
    const { ask, coin } = openMarket();
    await ask(withBtc(107000));
    later(-3_600);
    await ask(withRows({ symbol: 'BTC', price: 90_000, time: new Date(start.getTime() + 60_000).toISOString() }));
    expect(coin()).toMatchObject({ usdPerCoin: '107000.00', paused: 'stale' });
    later(3_660);
    await ask(withBtc(107100));
    expect(coin()).toMatchObject({ usdPerCoin: '107100.00', paused: null });
  });

  test('with nonsense is no price: the last one stays and grows old, and the log says it once', async () => {
    const { ask, coin, log } = openMarket();
    await ask(withRows({ symbol: 'BTC', price: 107000 }, { symbol: 'ETH', price: 2450 }));
    log.length = 0;
    const nonsense = [0, -5, 'NaN', null, '', 1e-9, '1e309', [107000], '107,000'];
    const numberTooLarge = withText('[{"symbol": "BTC", "price": 1e309, "time": "2025-07-01T09:01:00Z"}]');
    for (const answer of [...nonsense.map(withBtc), numberTooLarge, withRows({ symbol: 'BTC' })]) {
      later(10);
      expect(await ask(answer)).toBe(60);
      expect(coin()).toMatchObject({ usdPerCoin: '107000.00', at: start, doubted: false });
    }
    for (const price of nonsense) await ask(withBtc(price));
    const causes = ['zero', 'below zero', 'no finite number', 'no number', 'below a millionth', 'above a billion'];
    for (const cause of causes) expect(log.filter((line) => line.includes(`its price is ${cause}`))).toHaveLength(1);
    expect(log).toHaveLength(causes.length);
    later(80);
    expect(coin().paused).toBe('stale');
    await ask(withBtc(107200));
    expect(coin()).toMatchObject({ usdPerCoin: '107200.00', paused: null });
  });

  test('of a time that cannot be read, or that is still to come, is no price', async () => {
    const { ask, coin, log } = openMarket();
    await ask(withBtc(107000));
    later(10);
    for (const time of [
      undefined,
      'yesterday',
      '2025-07-01T09:00:10',
      null,
      {},
      1e300,
      Date.now(),
      '2030-01-01T00:00:00Z',
    ])
      await ask(withRows({ symbol: 'BTC', price: 107001, time: time ?? null }));
    expect(coin()).toMatchObject({ usdPerCoin: '107000.00', at: start });
    expect(log.filter((line) => line.includes('its time is in the future'))).toHaveLength(1);
    expect(log.filter((line) => line.includes('its time cannot be read'))).toHaveLength(1);
  });

  test('of a clock that is a little ahead counts from when it was received, and is not fresh for longer', async () => {
    const { ask, coin } = openMarket();
    const ahead = withRows({ symbol: 'BTC', price: 107000, time: '2025-07-01T09:00:50Z' });
    await ask(ahead);
    expect(coin().at).toEqual(start);
    later(45);
    await ask(ahead);
    expect(coin().at).toEqual(start);
  });

  test('that is older than the one before changes nothing', async () => {
    const { ask, coin } = openMarket();
    await ask(withBtc(107000));
    later(5);
    await ask(withRows({ symbol: 'BTC', price: 90000, time: '2025-07-01T08:59:00Z' }));
    expect(coin()).toMatchObject({ usdPerCoin: '107000.00', at: start, paused: null });
  });
});

describe('a source that stands still', () => {
  test('stops trading on time and nothing else, and lets it go on by itself', async () => {
    const { ask, coin, markets } = openMarket();
    const frozen = withBtc(107000);
    await ask(frozen);
    for (const seconds of [60, 60, 60]) {
      later(seconds);
      await ask(frozen);
      expect(coin()).toMatchObject({ usdPerCoin: '107000.00', at: start, kind: 'live', paused: null });
    }
    later(0.001);
    expect(coin()).toMatchObject({ usdPerCoin: '107000.00', kind: 'live', paused: 'stale' });
    expect(() => markets.tradable('BTC')).toThrow(
      'Trading in Bitcoin is paused because its price is outdated. It resumes automatically.',
    );
    await ask(withBtc(106900));
    expect(markets.tradable('BTC').usdPerCoin).toBe('106900.00');
  });

  test('or fails in any way leaves the prices to grow old; when it answers again, trading goes on', async () => {
    const { ask, coin, log } = openMarket();
    await ask(withBtc(107000));
    log.length = 0;
    const failures = [
      withStatus(500),
      withReset,
      withText(recorded('gateway-error.html'), 'text/html'),
      withStatus(429, {}, recorded('coingecko-rate-limit.json')),
      withStatus(429, { 'retry-after': '600' }),
    ];
    const pauses: number[] = [];
    for (const failure of failures) pauses.push(await ask(failure));
    expect(pauses.map((seconds, index) => seconds / ([5, 10, 20, 300, 600][index] ?? 0))).toSatisfy(
      (ratios: number[]) => ratios.every((ratio) => ratio >= 1 && ratio <= 1.5),
    );
    expect(coin()).toMatchObject({ usdPerCoin: '107000.00', kind: 'live', paused: null });
    later(maxAgeSeconds + 1);
    expect(coin()).toMatchObject({ usdPerCoin: '107000.00', kind: 'live', paused: 'stale' });
    expect(await ask(withBtc(107300))).toBe(60);
    expect(coin()).toMatchObject({ usdPerCoin: '107300.00', paused: null });
    expect(log).toHaveLength(failures.length);
    expect(log.join()).toContain('it answered 429');
    expect(log.join()).not.toContain('secret-key');
  });
});
