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

const advance = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000);
const recorded = (name: string) => readFileSync(new URL(`recorded/${name}`, import.meta.url), 'utf8');

type Row = { symbol: string; price?: unknown; time?: unknown };
/** Rows with the current time, unless a row has another time. */
const withRows = (...rows: Row[]): Answer =>
  withText(JSON.stringify(rows.map((row) => ({ time: new Date().toISOString(), ...row }))));
const withBtc = (price: unknown) => withRows({ symbol: 'BTC', price });

/** Opens a market on a live feed that sends a request only when the test calls `ask`. */
function openMarket(source: PriceSource = jsonSource(new URL(server.url), 'secret-key')) {
  const log: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void log.push(line) });
  let onPause: (pauseSeconds: number) => void = () => undefined;
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
        onPause(seconds);
      }),
  });
  const markets = openMarkets(feed);
  /** Runs one request with this response. Returns the feed's pause after the request. */
  const ask = async (answer: Answer): Promise<number> => {
    server.answers(answer);
    const paused = new Promise<number>((resolve) => (onPause = resolve));
    if (askAgain) askAgain();
    else {
      const polling = feed.start?.();
      onTestFinished(() => polling?.stop());
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

describe('a live feed before the first answer', () => {
  test('a live feed without an answer shows the reference prices with their date, and trading is paused', () => {
    const { feed, markets } = openMarket();
    advance(24 * 3600);
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

  test('keeps all prices when the price source fails', async () => {
    const { feed, ask } = openMarket();
    const before = feed.prices(new Date());
    await ask(withStatus(500));
    await ask(withReset);
    expect(feed.prices(new Date())).toEqual(before);
  });
});

describe('a price answer', () => {
  test('live prices have CoinGecko’s figures, time and name', async () => {
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
    // CoinGecko reports 0 for unknown values, so the market cap uses the supply of the reference sheet.
    expect(coin('MAGIC')).toMatchObject({ marketCapUsd: 45406000, volumeUsd24h: undefined, supply: undefined });
    expect(coin('SOL')).toMatchObject({ kind: 'reference', usdPerCoin: '150', paused: 'stale' });
    expect(coin('DOGE').kind).toBe('reference');
    expect(log.join()).toMatch(/CoinGecko has no price for XRP, .*DOGE, .*\. Trading in these coins is paused/);
  });

  test('keeps the prices of coins missing from an answer until they are stale', async () => {
    const { ask, coin } = openMarket();
    await ask(withRows({ symbol: 'BTC', price: 107000 }, { symbol: 'ETH', price: 2450 }));
    advance(120);
    await ask(withBtc(107100));
    expect(coin('ETH')).toMatchObject({ usdPerCoin: '2450.00', at: start, paused: null });
    advance(61);
    expect(coin('ETH').paused).toBe('stale');
    expect(coin('BTC')).toMatchObject({ usdPerCoin: '107100.00', paused: null });
    await ask(withRows({ symbol: 'ETH', price: 2460 }));
    expect(coin('ETH')).toMatchObject({ usdPerCoin: '2460.00', paused: null });
  });

  test('pauses trading when this machine’s clock was set back', async () => {
    const { ask, coin } = openMarket();
    await ask(withBtc(107000));
    advance(-3_600);
    await ask(withRows({ symbol: 'BTC', price: 90_000, time: new Date(start.getTime() + 60_000).toISOString() }));
    expect(coin()).toMatchObject({ usdPerCoin: '107000.00', paused: 'stale' });
    advance(3_660);
    await ask(withBtc(107100));
    expect(coin()).toMatchObject({ usdPerCoin: '107100.00', paused: null });
  });

  test('ignores invalid prices, keeps the last valid price until it is stale, and logs each cause once', async () => {
    const { ask, coin, log } = openMarket();
    await ask(withRows({ symbol: 'BTC', price: 107000 }, { symbol: 'ETH', price: 2450 }));
    log.length = 0;
    const nonsense = [0, -5, 'NaN', null, '', 1e-9, '1e309', [107000], '107,000'];
    const numberTooLarge = withText('[{"symbol": "BTC", "price": 1e309, "time": "2025-07-01T09:01:00Z"}]');
    for (const answer of [...nonsense.map(withBtc), numberTooLarge, withRows({ symbol: 'BTC' })]) {
      advance(10);
      expect(await ask(answer)).toBe(60);
      expect(coin()).toMatchObject({ usdPerCoin: '107000.00', at: start, doubted: false });
    }
    for (const price of nonsense) await ask(withBtc(price));
    const causes = [
      'zero',
      'below zero',
      'not a finite number',
      'not a number',
      'below a millionth',
      'above a billion',
    ];
    for (const cause of causes) expect(log.filter((line) => line.includes(`its price is ${cause}`))).toHaveLength(1);
    expect(log).toHaveLength(causes.length);
    advance(80);
    expect(coin().paused).toBe('stale');
    await ask(withBtc(107200));
    expect(coin()).toMatchObject({ usdPerCoin: '107200.00', paused: null });
  });

  test('ignores prices with an invalid or future time', async () => {
    const { ask, coin, log } = openMarket();
    await ask(withBtc(107000));
    advance(10);
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
    expect(log.filter((line) => line.includes('its time is invalid'))).toHaveLength(1);
  });

  test('uses the arrival time for a price from a clock that is slightly ahead', async () => {
    const { ask, coin } = openMarket();
    const ahead = withRows({ symbol: 'BTC', price: 107000, time: '2025-07-01T09:00:50Z' });
    await ask(ahead);
    expect(coin().at).toEqual(start);
    advance(45);
    await ask(ahead);
    expect(coin().at).toEqual(start);
  });

  test('ignores a price answer that is older than the previous answer', async () => {
    const { ask, coin } = openMarket();
    await ask(withBtc(107000));
    advance(5);
    await ask(withRows({ symbol: 'BTC', price: 90000, time: '2025-07-01T08:59:00Z' }));
    expect(coin()).toMatchObject({ usdPerCoin: '107000.00', at: start, paused: null });
  });
});

describe('a stalled source', () => {
  test('pauses trading when prices are stale, and resumes with a fresh price', async () => {
    const { ask, coin, markets } = openMarket();
    const frozen = withBtc(107000);
    await ask(frozen);
    for (const seconds of [60, 60, 60]) {
      advance(seconds);
      await ask(frozen);
      expect(coin()).toMatchObject({ usdPerCoin: '107000.00', at: start, kind: 'live', paused: null });
    }
    advance(0.001);
    expect(coin()).toMatchObject({ usdPerCoin: '107000.00', kind: 'live', paused: 'stale' });
    expect(() => markets.tradable('BTC')).toThrow(
      'Trading in Bitcoin is paused because its price is outdated. It resumes automatically.',
    );
    await ask(withBtc(106900));
    expect(markets.tradable('BTC').usdPerCoin).toBe('106900.00');
  });

  test('keeps prices until they are stale while requests fail, and resumes with the next answer', async () => {
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
    advance(maxAgeSeconds + 1);
    expect(coin()).toMatchObject({ usdPerCoin: '107000.00', kind: 'live', paused: 'stale' });
    expect(await ask(withBtc(107300))).toBe(60);
    expect(coin()).toMatchObject({ usdPerCoin: '107300.00', paused: null });
    expect(log).toHaveLength(failures.length);
    expect(log.join()).toContain('status 429');
    expect(log.join()).not.toContain('secret-key');
  });
});
