import { candleRanges, endpoints, type CandleRange } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { movingFeed } from '../../../test/moving-feed.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { fillCandles, type Candle } from './candle-store.ts';
import { openMarkets } from './markets.ts';
import { pastPrices } from './past-prices.ts';
import { openSparklines } from './sparklines.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const market = movingFeed({ BTC: '50000.10', ETH: '2000.00' });
let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, { feed: market.feed });
  ines = await florin.signUp();
});
beforeEach(async () => {
  market.set('BTC', '50000.10');
  market.resume();
  await florin.database.pool.query('delete from candles');
});
afterAll(() => florin.close());

const store = (simulated = true) => ({ pool: florin.database.pool, simulated });

const secondsNow = () => Math.floor(Date.now() / 1000);
const startOf = (every: number) => Math.floor(secondsNow() / every) * every;

/** Stores this many candles up to now. The n-th candle counted back from now closes at 40,000 plus n. */
async function storeMany(every: number, count: number, symbol = 'BTC') {
  const last = startOf(every);
  const candles = Array.from({ length: count }, (_, back): Candle => {
    const close = 40_000 + back;
    return { symbol, start: last - back * every, open: close + 1, high: close + 1.25, low: close - 0.75, close };
  });
  await fillCandles(store(), every, candles);
}

const chart = (range: CandleRange, symbol = 'BTC') =>
  ines.client.call(endpoints.getCandles, { params: { symbol }, query: { range } });
const detail = (symbol = 'BTC') => ines.client.call(endpoints.getCoin, { params: { symbol } });

describe('price charts', () => {
  test.each(candleRanges)('returns an empty %s chart without stored candles', async (range) => {
    expect((await chart(range)).candles).toEqual([]);
  });

  test('rejects the chart of an unknown coin', async () => {
    await expect(chart('1d', 'NOPE')).rejects.toMatchObject(refusedWith('coin_not_found'));
    await expect(detail('NOPE')).rejects.toMatchObject(refusedWith('coin_not_found'));
  });

  test.each([
    ['1d', minute, 2 * 1440, 5 * minute, 288],
    ['1w', hour, 840, hour, 168],
    ['1m', hour, 840, 4 * hour, 180],
    ['1y', day, 500, day, 365],
    ['all', day, 300, day, 300],
  ] as const)(
    'returns the %s chart in one call under 40 KB, evenly spaced up to now',
    async (range, of, stored, every, count) => {
      await storeMany(of, stored);
      const answer = await chart(range);
      expect(answer).toMatchObject({ range, every_seconds: every });
      expect(JSON.stringify(answer).length).toBeLessThan(40 * 1024);
      const starts = answer.candles.map(([start]) => start);
      expect(starts).toHaveLength(count);
      expect(starts).toEqual(starts.map((_, index) => startOf(every) - (count - 1 - index) * every));
      const [, open, high, low, close] = answer.candles.at(-1) ?? [];
      expect([high, close]).toEqual([50_000.1, 50_000.1]);
      expect(open).toBeLessThan(41_000);
      expect(low).toBeLessThan(41_000);
    },
  );

  test('reduces the whole history to at most 400 candles', async () => {
    for (const count of [399, 400, 401, 801, 5_000]) {
      await florin.database.pool.query('delete from candles');
      await storeMany(day, count);
      const { candles, every_seconds } = await chart('all');
      expect(candles.length).toBeLessThanOrEqual(400);
      expect(candles.length).toBeGreaterThan(190);
      expect(every_seconds % day).toBe(0);
      expect(JSON.stringify(candles).length).toBeLessThan(40 * 1024);
    }
  });

  test('merges candles into the first open, highest high, lowest low and last close', async () => {
    const start = startOf(4 * hour) - 4 * hour;
    const stored = [
      [100, 120, 90, 110],
      [110, 180, 100, 130],
      [130, 140, 70, 80],
      [80, 95, 75, 85],
    ];
    await fillCandles(
      store(),
      hour,
      stored.map(([open = 0, high = 0, low = 0, close = 0], index) => {
        return { symbol: 'BTC', start: start + index * hour, open, high, low, close };
      }),
    );
    expect((await chart('1m')).candles).toEqual([
      [start, 100, 180, 70, 85],
      [start + 4 * hour, 50_000.1, 50_000.1, 50_000.1, 50_000.1],
    ]);
  });

  test('leaves a gap in the chart where no candle is stored', async () => {
    await storeMany(hour, 100);
    const edge = startOf(hour);
    await florin.database.pool.query('delete from candles where start between to_timestamp($1) and to_timestamp($2)', [
      edge - 50 * hour,
      edge - 41 * hour,
    ]);
    const starts = (await chart('1w')).candles.map(([start]) => start);
    expect(starts).toHaveLength(90);
    expect(starts).not.toContain(edge - 45 * hour);
  });

  test('never mixes simulated and market prices in a chart', async () => {
    const [start, usd] = [startOf(hour), { open: 9, high: 9, low: 9, close: 9 }];
    await fillCandles(store(false), hour, [{ symbol: 'BTC', start: start - hour, ...usd }]);
    expect((await chart('1w')).candles).toEqual([]);
    expect((await detail()).low_24h).toBe(50_000.1);
    expect(await openSparklines({ pool: florin.database.pool, markets: openMarkets(market.feed) }).list()).toEqual([]);
    await fillCandles(store(), hour, [{ symbol: 'BTC', start: start - hour, open: 8, high: 8, low: 8, close: 8 }]);
    expect((await chart('1w')).candles[0]).toEqual([start - hour, 8, 8, 8, 8]);
  });

  test('a chart does not end with the current price while trading is paused', async () => {
    await storeMany(hour, 10);
    market.pause('BTC', 'stale');
    expect((await chart('1w')).candles.at(-1)?.[4]).toBe(40_000);
  });
});

describe("a coin's details", () => {
  test('shows the current price as low and high without stored candles', async () => {
    const { low_24h_exact, high_24h_exact, volume_24h, supply } = await detail();
    expect([low_24h_exact, high_24h_exact, volume_24h, supply]).toEqual(['50000.10', '50000.10', null, null]);
  });

  test('shows the low and high of the last 24 hours including the current price', async () => {
    const at = (back: number, high: number, low: number): Candle => {
      return { symbol: 'BTC', start: startOf(minute) - back * minute, open: low, high, low, close: high };
    };
    await fillCandles(store(), minute, [at(1442, 99_999, 1), at(700, 50_123.4, 49_876.57), at(3, 50_001, 50_000)]);
    const { low_24h, low_24h_exact, high_24h, high_24h_exact } = await detail();
    expect([low_24h, low_24h_exact, high_24h, high_24h_exact]).toEqual([49_876.57, '49876.57', 50_123.4, '50123.40']);
    market.set('BTC', '50123.41');
    expect((await detail()).high_24h_exact).toBe('50123.41');
  });

  test('shows all decimals of a coin that costs a fraction of a cent', async () => {
    const start = startOf(minute);
    await fillCandles(store(), minute, [
      { symbol: 'ETH', start, open: 0.0000009712, high: 0.0000009712, low: 0.0000000001, close: 0.0000009712 },
    ]);
    market.set('ETH', '0.0000009700');
    expect(await detail('ETH')).toMatchObject({ high_24h_exact: '0.0000009712', low_24h_exact: '0.0000000001' });
    market.set('ETH', '2000.00');
  });
});

describe('sparklines', () => {
  const openOn = (pool = florin.database.pool) => openSparklines({ pool, markets: openMarkets(market.feed) });

  test('returns no sparklines without candles, and a sparkline after candles are stored', async () => {
    expect(await ines.client.call(endpoints.listSparklines)).toEqual([]);
    await storeMany(minute, 1500);
    expect(await openOn().list()).toHaveLength(1);
  });

  test('returns 25 integers from 0 to 100 per coin', async () => {
    await storeMany(minute, 1500);
    await storeMany(minute, 1500, 'ETH');
    const lines = await openOn().list();
    expect(lines.map(({ symbol }) => symbol).toSorted()).toEqual(['BTC', 'ETH']);
    for (const { points } of lines) {
      expect(points).toHaveLength(25);
      expect(points.every((point) => Number.isInteger(point))).toBe(true);
      expect([points[0], points.at(-1)]).toEqual([100, 0]);
      expect(points).toEqual(points.toSorted((a, b) => b - a));
    }
  });

  test('draws a constant price as a middle line', async () => {
    const start = startOf(minute) - 2 * day;
    await fillCandles(store(), minute, [{ symbol: 'BTC', start, open: 1, high: 1, low: 1, close: 1 }]);
    expect(await openOn().list()).toEqual([{ symbol: 'BTC', points: Array<number>(25).fill(50) }]);
  });

  test('queries the database once for concurrent and repeated calls', async () => {
    await storeMany(minute, 1500);
    await storeMany(minute, 1500, 'ETH');
    let queryCount = 0;
    const pool = new Proxy(florin.database.pool, {
      get: (target, name) => {
        if (name === 'query') queryCount += 1;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const sparklines = openOn(pool);
    const answers = await Promise.all(Array.from({ length: 20 }, () => sparklines.list()));
    expect(new Set(answers).size).toBe(1);
    await sparklines.list();
    expect(queryCount).toBe(1);
  });

  test('queries the sparklines again after a database failure', async () => {
    let isDown = true;
    const { pool } = florin.database;
    const flaky = new Proxy(pool, {
      get: (target, name) => {
        if (name === 'query' && isDown) return () => Promise.reject(new Error('the database is down'));
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const sparklines = openOn(flaky);
    await expect(sparklines.list()).rejects.toThrow('the database is down');
    isDown = false;
    expect(await sparklines.list()).toEqual([]);
  });
});

describe('past prices', () => {
  const ask = (from: number, everySeconds: number) =>
    pastPrices({ pool: florin.database.pool, markets: openMarkets(market.feed) }, ['BTC', 'ETH'], {
      from,
      everySeconds,
    });

  test('returns the last known price at each moment, and null before the first price', async () => {
    const start = startOf(hour) - 10 * hour;
    const at = (hours: number, close: number): Candle => {
      return { symbol: 'BTC', start: start + hours * hour, open: 1, high: 1, low: 1, close };
    };
    await fillCandles(store(), hour, [at(0, 100), at(1, 200), at(4, 500)]);
    const past = await ask(start - 7 * day, hour);
    expect(past.get('BTC')?.slice(7 * 24)).toEqual([null, 100, 200, 200, 200, 500, 500, 500, 500, 500, 500]);
    expect(past.get('BTC')?.slice(0, 7 * 24)).toEqual(Array(7 * 24).fill(null));
    expect(new Set(past.get('ETH'))).toEqual(new Set([null]));
  });

  test('returns daily prices for the time before the first hourly candle', async () => {
    await storeMany(day, 100);
    const past = await ask(startOf(day) - 90 * day, day);
    expect(past.get('BTC')?.slice(0, 3)).toEqual([40_091, 40_090, 40_089]);
    expect(past.get('BTC')).toHaveLength(91);
  });
});
