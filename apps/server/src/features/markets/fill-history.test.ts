import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cuttableWire } from '../../../test/cuttable-wire.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { openPool } from '../../platform/database/pool.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { simulatedPriceFeed } from '../../providers/price-feed/simulated.ts';
import { fillCandles, recordMinutes } from './candle-store.ts';
import { fillHistory } from './fill-history.ts';

const feed = simulatedPriceFeed({ seed: 'history' });
const past = (symbol: string, from: number, to: number) => feed.past?.(symbol, from, to);
const symbols = ['BTC', 'SHIB'];
/** A time in the middle of a minute, an hour and a day. */
const now = Date.UTC(2026, 10, 21, 13, 31, 20) / 1000;
const running = new AbortController().signal;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.pool.query('delete from candles'));
afterAll(() => database.close());

const store = (simulated = true) => ({ pool: database.pool, simulated });
const fill = (changes: Partial<Parameters<typeof fillHistory>[0]> = {}, at = now) =>
  fillHistory({ store: store(), symbols, past, signal: running, ...changes }, at);

type Row = { symbol: string; every: number; start: Date; open: number; high: number; low: number; close: number };

async function stored(where = 'true') {
  const { rows } = await database.pool.query<Row>(`select * from candles where ${where} order by symbol, every, start`);
  return rows;
}
const counts = async () => {
  const rows = await stored();
  return [1440, 60, 1].map((every) => rows.filter((row) => row.every === every).length / symbols.length);
};
/** One year of days, five weeks of hours and 26 hours of minutes, including the current ones. */
const complete = [365, 35 * 24, 26 * 60];

describe("filling a new server's price history", () => {
  test("fills the history from the feed's past prices up to now", async () => {
    expect(await fill()).toBe(2 * (365 + 35 * 24 + 26 * 60));
    expect(await counts()).toEqual(complete);
    const [day] = await stored(`symbol = 'SHIB' and start = '2026-11-21' and every = 1440`);
    expect(day).toMatchObject({ ...past('SHIB', Date.UTC(2026, 10, 21) / 1000, now) });
    const [hour] = await stored(`symbol = 'BTC' and start = '2026-11-20T10:00Z' and every = 60`);
    const from = Date.UTC(2026, 10, 20, 10) / 1000;
    expect(hour).toMatchObject({ ...past('BTC', from, from + 3600) });
  });

  test('fills simulated candles next to stored market candles', async () => {
    const [start, price] = [Math.floor(now / 86_400) * 86_400, 87_000];
    const ofMarket = { symbol: 'BTC', start, open: price, high: price, low: price, close: price };
    await fillCandles(store(false), 86_400, [ofMarket]);
    await fill();
    expect(await stored('not simulated')).toMatchObject([{ high: price, low: price }]);
    expect(await stored('simulated')).toHaveLength(2 * (365 + 35 * 24 + 26 * 60));
  });

  test('does not fill the history twice', async () => {
    await fill();
    const before = await stored();
    await fill();
    expect(await stored()).toEqual(before);
    expect(await fill({}, now + 20)).toBe(0);
  });

  test('two servers that fill the history concurrently give the same candles', async () => {
    await fill();
    const alone = await stored();
    await database.pool.query('delete from candles');
    await Promise.all([fill(), fill()]);
    expect(await stored()).toEqual(alone);
  });

  test('completes an interrupted fill on the next run', async () => {
    await fill();
    const uncut = await stored();
    await database.pool.query('delete from candles');
    for (const limit of [100, 700, 3_000]) {
      const ending = new AbortController();
      let asked = 0;
      const counted: typeof past = (symbol, from, to) => {
        asked += 1;
        if (asked === limit) ending.abort();
        return past(symbol, from, to);
      };
      await fill({ past: counted, signal: ending.signal });
      expect(await counts()).not.toEqual(complete);
    }
    await fill();
    expect(await stored()).toEqual(uncut);
  });

  test('completes the fill after the database was lost during the fill', async () => {
    const wire = await cuttableWire(database.address);
    const pool = openPool(wire.address);
    let cut: Promise<void> | undefined;
    const cutting: typeof past = (symbol, from, to) => {
      if (to - from === 60) cut ??= wire.cut();
      return past(symbol, from, to);
    };
    const filling = fill({ store: { pool, simulated: true }, past: cutting });
    await expect(filling).rejects.toSatisfy(isDatabaseUnavailable);
    await cut;
    await wire.mend();
    await fill({ store: { pool, simulated: true } });
    expect(await counts()).toEqual(complete);
    await pool.end();
    await wire.close();
  });

  test('corrects the opening prices of candles that the server saw only in part', async () => {
    const usd = past('BTC', now, now)?.open ?? 0;
    const start = Math.floor(now / 60) * 60;
    await recordMinutes(store(), [{ symbol: 'BTC', start, open: usd, high: usd, low: usd, close: usd }]);
    await fill();
    const [hour] = await stored(`symbol = 'BTC' and start = '2026-11-21T13:00Z' and every = 60`);
    expect(hour?.open).toBe(past('BTC', Date.UTC(2026, 10, 21, 13) / 1000, now)?.open);
  });
});

describe('filling the price history after a downtime', () => {
  test('fills the gap in the history and completes the candles in which the server stopped and started', async () => {
    await fill();
    const whole = await stored(`start >= '2026-11-19'`);
    // The server stopped on the 20th at 15:15 and starts now. The server saw only 15 minutes of that hour and day.
    await database.pool.query(`delete from candles where start >= '2026-11-20T15:00Z'
      or (every = 1440 and start >= '2026-11-20')`);
    const at = Date.UTC(2026, 10, 20, 15) / 1000;
    const minutes = Array.from({ length: 15 }, (_, minute) => at + minute * 60);
    for (const symbol of symbols)
      for (const start of minutes) {
        const seen = past(symbol, start, start + 60);
        if (seen) await recordMinutes(store(), [{ symbol, start, ...seen }]);
      }
    await fill();
    const after = await stored(`start >= '2026-11-19'`);
    expect(after.map(({ high: _h, low: _l, ...rest }) => rest)).toEqual(
      whole.map(({ high: _h, low: _l, ...rest }) => rest),
    );
    for (const [index, { high, low }] of after.entries()) {
      expect(high).toBeGreaterThanOrEqual(whole[index]?.high ?? Infinity);
      expect(low).toBeLessThanOrEqual(whole[index]?.low ?? -Infinity);
    }
  });
});
