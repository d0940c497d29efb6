import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { movingFeed } from '../../../test/moving-feed.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { pruneCandles } from './candle-store.ts';
import { openMarkets } from './markets.ts';
import { recordSeen } from './price-history.ts';
import { openSeenPrices } from './seen-prices.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

let market: ReturnType<typeof movingFeed>;
beforeEach(async () => {
  market = movingFeed({ BTC: '50000.01', PEPE: '0.0000071234' });
  await database.pool.query('delete from candles');
});

/** A process that samples prices at times that the test chooses. */
function node() {
  const seen = openSeenPrices(openMarkets(market.feed));
  return {
    samples: (at: string, price: string, symbol = 'BTC') => {
      market.set(symbol, price);
      seen.sample(new Date(`2026-11-20T${at}Z`));
    },
    stores: () => recordSeen({ pool: database.pool, simulated: true }, seen),
  };
}

type Row = { start: Date; prices: number[] };

async function stored(every: number, symbol = 'BTC') {
  const { rows } = await database.pool.query<Row>(
    `select start, array[open, high, low, close] as prices from candles
     where every = $1 and symbol = $2 order by start`,
    [every, symbol],
  );
  return rows.map(({ start, prices }) => [start.toISOString().slice(8, 16), ...prices]);
}

describe('sampled prices', () => {
  test('stores samples as a minute candle and merges it into hour and day candles', async () => {
    const florin = node();
    florin.samples('10:58:01', '50000.01');
    florin.samples('10:58:31', '50400.35');
    florin.samples('10:58:56', '50100.10');
    florin.samples('10:59:01', '49900.99');
    florin.samples('11:00:01', '50200.20');
    await florin.stores();
    expect(await stored(1)).toEqual([
      ['20T10:58', 50_000.01, 50_400.35, 50_000.01, 50_100.1],
      ['20T10:59', 49_900.99, 49_900.99, 49_900.99, 49_900.99],
      ['20T11:00', 50_200.2, 50_200.2, 50_200.2, 50_200.2],
    ]);
    expect(await stored(60)).toEqual([
      ['20T10:00', 50_000.01, 50_400.35, 49_900.99, 49_900.99],
      ['20T11:00', 50_200.2, 50_200.2, 50_200.2, 50_200.2],
    ]);
    expect(await stored(1440)).toEqual([['20T00:00', 50_000.01, 50_400.35, 49_900.99, 50_200.2]]);
    expect((await stored(1, 'PEPE'))[0]).toEqual(['20T10:58', ...Array<number>(4).fill(0.0000071234)]);
  });

  test('extends a candle that is already stored', async () => {
    const florin = node();
    florin.samples('10:58:01', '50000.00');
    await florin.stores();
    florin.samples('10:58:31', '50500.00');
    florin.samples('10:59:01', '49000.00');
    await florin.stores();
    await florin.stores();
    expect(await stored(1)).toEqual([
      ['20T10:58', 50_000, 50_500, 50_000, 50_500],
      ['20T10:59', 49_000, 49_000, 49_000, 49_000],
    ]);
    expect(await stored(1440)).toEqual([['20T00:00', 50_000, 50_500, 49_000, 49_000]]);
  });

  test('merges the samples of two nodes into one candle', async () => {
    const [one, other] = [node(), node()];
    one.samples('10:58:01', '50000.00');
    other.samples('10:58:03', '50300.00');
    one.samples('10:58:06', '49800.00');
    other.samples('10:58:08', '50100.00');
    await one.stores();
    await Promise.all(Array.from({ length: 10 }, () => [one.stores(), other.stores()]).flat());
    for (const every of [1, 60, 1440]) {
      const [candle, ...more] = await stored(every);
      expect(more).toEqual([]);
      expect(candle?.slice(1, 4)).toEqual([50_000, 50_300, 49_800]);
      expect([49_800, 50_100]).toContain(candle?.[4]);
    }
  });

  test('does not store prices while trading is paused', async () => {
    const florin = node();
    market.pause('BTC', 'jump');
    florin.samples('10:58:01', '90000.00');
    market.pause('BTC', 'stale');
    florin.samples('10:58:06', '90000.00');
    await florin.stores();
    expect(await stored(1)).toEqual([]);
    expect(await stored(1, 'PEPE')).toHaveLength(1);
  });

  test('does not store prices of the reference sheet', async () => {
    const { feed } = market;
    const ofSheet = openMarkets({
      ...feed,
      prices: (now) => feed.prices(now).map((coin) => ({ ...coin, kind: 'reference' })),
    });
    const seen = openSeenPrices(ofSheet);
    seen.sample(new Date());
    expect(seen.candles()).toEqual([]);
  });

  test('drops samples after five minutes on a node that never stores samples', () => {
    const seen = openSeenPrices(openMarkets(market.feed));
    for (let minute = 0; minute < 60; minute++) seen.sample(new Date(minute * 60_000));
    expect(seen.candles()).toHaveLength(2 * 5);
  });
});

describe('stored prices', () => {
  test('leaves a gap in stored prices while no process runs', async () => {
    const florin = node();
    florin.samples('10:58:01', '50000.00');
    await florin.stores();
    florin.samples('13:00:01', '51000.00');
    await florin.stores();
    expect((await stored(1)).map(([start]) => start)).toEqual(['20T10:58', '20T13:00']);
    expect((await stored(60)).map(([start]) => start)).toEqual(['20T10:00', '20T13:00']);
  });

  test('keeps minute candles for 26 hours, hour candles for five weeks and day candles forever', async () => {
    const florin = node();
    florin.samples('10:58:01', '50000.00');
    await florin.stores();
    const left = async (now: string) => {
      await pruneCandles(database.pool, new Date(now));
      return Promise.all([1, 60, 1440].map(async (every) => (await stored(every)).length));
    };
    expect(await left('2026-11-21T12:58:00Z')).toEqual([1, 1, 1]);
    expect(await left('2026-11-21T12:58:01Z')).toEqual([0, 1, 1]);
    expect(await left('2026-12-25T10:00:00Z')).toEqual([0, 1, 1]);
    expect(await left('2026-12-25T10:00:01Z')).toEqual([0, 0, 1]);
    expect(await left('2056-11-22T10:58:01Z')).toEqual([0, 0, 1]);
  });
});
