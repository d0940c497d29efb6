import type { Candles, PriceTick } from '@florin/contract';
import { expect, test } from 'vitest';
import { pricePoints } from './price-points.ts';

const history: Candles = {
  range: '1d',
  every_seconds: 300,
  candles: [
    [1200, 10, 12, 9, 11],
    [1500, 11, 14, 11, 13],
    [1800, 13, 13, 12, 12],
  ],
};
const tickAt = (seconds: number, price = 15): PriceTick => ({
  symbol: 'BTC',
  price,
  price_exact: `${price}.00`,
  change: 1,
  updated_at: new Date(seconds * 1000).toISOString(),
  paused: null,
});

test('the price line starts with the first open, continues with each close and ends with the current price', () => {
  expect(pricePoints(history, tickAt(1930))).toEqual([
    { at: 1200, value: 10 },
    { at: 1500, value: 11 },
    { at: 1800, value: 13 },
    { at: 1930, value: 15 },
  ]);
});

test('the price line includes a candle that ended before the current price', () => {
  expect(pricePoints(history, tickAt(2150)).slice(-2)).toEqual([
    { at: 2100, value: 12 },
    { at: 2150, value: 15 },
  ]);
});

test('the price line never goes back in time for a price older than the last candle', () => {
  const times = pricePoints(history, tickAt(1600)).map(({ at }) => at);
  expect(times).toEqual([1200, 1500, 1600]);
});

test('the price line without candles has only the current price', () => {
  expect(pricePoints({ ...history, candles: [] }, tickAt(1930))).toEqual([{ at: 1930, value: 15 }]);
});
