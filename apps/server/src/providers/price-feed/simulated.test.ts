import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { referenceSheet } from './reference-sheet.ts';
import { simulatedPriceFeed } from './simulated.ts';

const dayMs = 24 * 60 * 60 * 1000;
const now = new Date('2026-11-21T08:00:00.000Z');
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const feed = simulatedPriceFeed({ seed: 'florin' });
const figures = (at: Date, from = feed) => from.prices(at).map((price) => price.usdPerCoin);

const anyMoment = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
const anyCoin = fc.constantFrom(...referenceSheet);

function priceOf(symbol: string, at: Date) {
  const price = feed.priceOf(symbol, at);
  if (!price) throw new Error(`${symbol} is on the sheet`);
  return price;
}

describe('the simulated price feed', () => {
  test('lists every coin of the reference sheet once', () => {
    const prices = feed.prices(now);
    expect(prices.length).toBeGreaterThanOrEqual(180);
    expect(prices.map((price) => price.symbol)).toEqual(referenceSheet.map((coin) => coin.symbol));
    expect(feed.priceOf('NOPE', now)).toBeUndefined();
  });

  test('returns the same prices on two servers, whatever the earlier requests', () => {
    const other = simulatedPriceFeed({ seed: 'florin' });
    fc.assert(
      fc.property(anyCoin, anyMoment, (coin, at) => {
        other.prices(later(1000));
        expect(other.priceOf(coin.symbol, at)).toEqual(feed.priceOf(coin.symbol, at));
      }),
    );
    expect(other.prices(now)).toEqual(feed.prices(now));
  });

  test('returns the same price for a single coin as in the list', () => {
    expect(referenceSheet.map((coin) => feed.priceOf(coin.symbol, now))).toEqual(feed.prices(now));
  });

  test('returns different simulated prices for another seed', () => {
    const other = figures(now, simulatedPriceFeed({ seed: 'another' }));
    const same = figures(now).filter((figure, index) => figure === other[index]);
    expect(same.length).toBeLessThan(referenceSheet.length / 10);
  });

  test('keeps prices within a second and changes most prices in the next second', () => {
    expect(figures(later(999))).toEqual(figures(now));
    const next = figures(later(1000));
    const moved = figures(now).filter((figure, index) => figure !== next[index]);
    expect(moved.length).toBeGreaterThan(referenceSheet.length * 0.8);
  });

  test('returns exact positive decimals within a factor of 4 of the reference price', () => {
    fc.assert(
      fc.property(anyCoin, anyMoment, (coin, at) => {
        const { usdPerCoin } = priceOf(coin.symbol, at);
        expect(usdPerCoin).toMatch(/^(0|[1-9]\d*)\.\d{2,10}$/);
        expect(Number(usdPerCoin)).toBeGreaterThan(Number(coin.usdPerCoin) / 4);
        expect(Number(usdPerCoin)).toBeLessThan(Number(coin.usdPerCoin) * 4);
      }),
      { numRuns: 2000 },
    );
  });

  test('keeps a dollar-pegged coin within 0.2 % of one dollar', () => {
    const pegged = referenceSheet.filter((coin) => coin.beta === 0);
    expect(pegged.map((coin) => coin.symbol)).toContain('USDT');
    fc.assert(
      fc.property(fc.constantFrom(...pegged), anyMoment, (coin, at) => {
        expect(Math.abs(Number(priceOf(coin.symbol, at).usdPerCoin) - 1)).toBeLessThanOrEqual(0.002);
      }),
      { numRuns: 1000 },
    );
  });

  test('moves a coin by about its daily volatility', () => {
    const days = Array.from({ length: 730 }, (_, day) => later(-day * dayMs));
    const ratios = referenceSheet
      .filter((coin) => coin.beta > 0)
      .slice(0, 30)
      .map((coin) => {
        const squares = days.map((day) => priceOf(coin.symbol, day).changePercent24h ** 2);
        const deviation = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / days.length);
        return { symbol: coin.symbol, ratio: deviation / coin.dailyVolatilityPercent };
      });
    expect(ratios.filter(({ ratio }) => ratio < 0.7 || ratio > 1.4)).toEqual([]);
  });

  test('computes the 24-hour change from its own price of the day before', () => {
    fc.assert(
      fc.property(anyCoin, anyMoment, (coin, at) => {
        const today = priceOf(coin.symbol, at);
        const yesterday = priceOf(coin.symbol, new Date(at.getTime() - dayMs));
        const change = (Number(today.usdPerCoin) / Number(yesterday.usdPerCoin) - 1) * 100;
        expect(Math.abs(today.changePercent24h - change)).toBeLessThanOrEqual(0.0051);
      }),
    );
  });

  test('computes the market cap as price times supply, in whole dollars', () => {
    const caps = feed.prices(now).map(({ usdPerCoin }, index) => {
      const [integer = '', fraction = ''] = usdPerCoin.split('.');
      const supply = BigInt(referenceSheet[index]?.supply ?? '');
      return Number((BigInt(integer + fraction) * supply) / 10n ** BigInt(fraction.length));
    });
    expect(feed.prices(now).map((price) => price.marketCapUsd)).toEqual(caps);
  });

  test('marks every price as simulated, with its source and second', () => {
    for (const price of feed.prices(later(999)))
      expect(price).toMatchObject({ kind: 'simulated', source: 'Florin sandbox', at: now, doubted: false });
  });

  test('returns a plausible daily volume for every coin', () => {
    const shares = feed.prices(now).map(({ volumeUsd24h = 0, marketCapUsd }) => volumeUsd24h / marketCapUsd);
    expect(shares.filter((share) => share < 0.01 || share > 0.12)).toEqual([]);
  });

  test('returns past prices that match the prices of those seconds', () => {
    fc.assert(
      fc.property(anyCoin, anyMoment, fc.integer({ min: 60, max: 86_400 }), ({ symbol }, moment, length) => {
        const from = Math.floor(moment.getTime() / 1000);
        const past = feed.past?.(symbol, from, from + length);
        const ends = [from, from + length].map((second) => Number(priceOf(symbol, new Date(second * 1000)).usdPerCoin));
        expect([past?.open, past?.close]).toEqual(ends);
        expect(past?.low).toBeLessThanOrEqual(Math.min(...ends));
        expect(past?.high).toBeGreaterThanOrEqual(Math.max(...ends));
      }),
    );
    expect(feed.past?.('NOPE', 0, 60)).toBeUndefined();
  });

  test('the simulated feed rejects an invalid date', () => {
    expect(() => feed.prices(new Date(Number.NaN))).toThrow(RangeError);
  });

  test('applies price moves that fade away and stay within a factor of two', () => {
    const moved = simulatedPriceFeed({ seed: 'florin' });
    const from = now.getTime() / 1_000;
    const ratio = (symbol: string, seconds: number) => {
      const at = later(seconds * 1_000);
      return Number(moved.priceOf(symbol, at)?.usdPerCoin) / Number(priceOf(symbol, at).usdPerCoin);
    };
    const move = (symbol: string, percent: number) => ({ symbol, percent, from, until: from + 3_600 });
    moved.moves?.replace([move('BTC', -50), ...Array.from({ length: 5 }, () => move('ETH', 50)), move('SOL', 20)]);
    expect(ratio('BTC', -1)).toBe(1);
    expect(ratio('BTC', 0)).toBeCloseTo(0.5, 4);
    expect(ratio('BTC', 1_800)).toBeCloseTo(0.75, 4);
    expect(ratio('BTC', 3_600)).toBe(1);
    expect(ratio('ETH', 0)).toBeCloseTo(2, 4);
    expect(ratio('SOL', 0)).toBeCloseTo(1.2, 4);
    expect(moved.past?.('SOL', from, from + 60)?.open).toBeCloseTo(1.2 * Number(priceOf('SOL', now).usdPerCoin), 0);
    expect(ratio('ADA', 0)).toBe(1);
    moved.moves?.replace([]);
    expect(ratio('BTC', 0)).toBe(1);
  });
});
