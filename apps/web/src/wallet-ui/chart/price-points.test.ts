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

test('the line begins with the first price, goes on with each close, and ends with the price of now', () => {
  expect(pricePoints(history, tickAt(1930))).toEqual([
    { at: 1200, value: 10 },
    { at: 1500, value: 11 },
    { at: 1800, value: 13 },
    { at: 1930, value: 15 },
  ]);
});

test('a candle that has ended since is one of the line', () => {
  expect(pricePoints(history, tickAt(2150)).slice(-2)).toEqual([
    { at: 2100, value: 12 },
    { at: 2150, value: 15 },
  ]);
});

test('a price from before the last candle does not go back in time', () => {
  const times = pricePoints(history, tickAt(1600)).map(({ at }) => at);
  expect(times).toEqual([1200, 1500, 1600]);
});

test('without candles there is the price of now alone', () => {
  expect(pricePoints({ ...history, candles: [] }, tickAt(1930))).toEqual([{ at: 1930, value: 15 }]);
});
