import { describe, expect, test } from 'vitest';
import { hear, recordOfSheet, type CoinRecord } from './coin-record.ts';
import { referenceDay, referenceSheet } from './reference-sheet.ts';

const start = new Date('2026-11-21T08:00:00.000Z');

/** Records answers about one coin, each a minute after the previous one. */
function answersAbout(symbol: string, firstPrice: number) {
  const coin = referenceSheet.find((one) => one.symbol === symbol);
  if (!coin) throw new Error(`${symbol} is on the sheet`);
  let record: CoinRecord = recordOfSheet(coin);
  let now = start;
  const answer = (price: number, at = now) => {
    const figures = { changePercent24h: 0, marketCapUsd: 1, volumeUsd24h: 1, supply: 1 };
    const heard = hear(record, { symbol, price, at, ...figures }, 'a test', now);
    if (heard.outcome !== 'nonsense') record = heard.record;
    return heard.outcome;
  };
  const next = (price: number, seconds = 60) => {
    now = new Date(now.getTime() + seconds * 1000);
    return answer(price);
  };
  return { first: answer(firstPrice), next, again: (price: number) => answer(price), price: () => record.price };
}

describe('a price jump', () => {
  test('keeps the old price, marked as doubted, until three consecutive answers agree', () => {
    const btc = answersAbout('BTC', 100_000);
    expect(btc.next(125_001)).toBe('jump');
    expect(btc.price()).toMatchObject({ usdPerCoin: '100000.00', at: start, doubted: true });
    expect(btc.next(126_000)).toBe('doubted');
    expect(btc.price()).toMatchObject({ usdPerCoin: '100000.00', at: start, doubted: true });
    expect(btc.next(124_000)).toBe('accepted'); // within 25 % of the last accepted price
    expect(btc.price()).toMatchObject({ usdPerCoin: '124000.00', doubted: false });

    expect([btc.next(200_000), btc.next(210_000), btc.next(190_000)]).toEqual(['jump', 'doubted', 'confirmed']);
    expect(btc.price()).toMatchObject({ usdPerCoin: '190000.00', doubted: false, kind: 'live' });
  });

  test('accepts a price change of up to 25 %, up or down', () => {
    expect(answersAbout('BTC', 100_000).next(125_000)).toBe('accepted');
    expect(answersAbout('BTC', 125_000).next(100_000)).toBe('accepted');
    expect(answersAbout('BTC', 125_000).next(99_999)).toBe('jump');
  });

  test('accepts the price again when it returns to the old level', () => {
    const btc = answersAbout('BTC', 100_000);
    expect([btc.next(1), btc.next(1), btc.next(101_000)]).toEqual(['jump', 'doubted', 'accepted']);
    expect(btc.price()).toMatchObject({ usdPerCoin: '101000.00', doubted: false });
  });

  test('confirms a price jump only when three answers agree with each other', () => {
    const btc = answersAbout('BTC', 100_000);
    const outcomes = [200_000, 300_000, 300_000, 50_000, 300_000, 310_000].map((price) => btc.next(price));
    expect(outcomes).toEqual(['jump', 'jump', 'doubted', 'jump', 'jump', 'doubted']);
    expect(btc.price()).toMatchObject({ usdPerCoin: '100000.00', doubted: true });
  });

  test('does not count a repeated answer as confirmation of a price jump', () => {
    const btc = answersAbout('BTC', 100_000);
    expect([btc.next(200_000), btc.again(200_000), btc.again(200_000)]).toEqual(['jump', 'old', 'old']);
    expect(btc.price().doubted).toBe(true);
  });

  test('ignores invalid answers while it confirms a price jump', () => {
    const btc = answersAbout('BTC', 100_000);
    expect([btc.next(200_000), btc.next(0), btc.next(200_000), btc.next(-1), btc.next(200_000)]).toEqual([
      'jump',
      'nonsense',
      'doubted',
      'nonsense',
      'confirmed',
    ]);
  });

  test('allows a larger price change after a longer silence, up to a factor of two', () => {
    const hour = 3600;
    expect(answersAbout('BTC', 100_000).next(126_000, 300)).toBe('jump');
    expect(answersAbout('BTC', 100_000).next(149_000, 1200)).toBe('accepted');
    expect(answersAbout('BTC', 100_000).next(151_000, 1200)).toBe('jump');
    expect(answersAbout('BTC', 100_000).next(199_000, 1000 * hour)).toBe('accepted');
    expect(answersAbout('BTC', 100_000).next(201_000, 1000 * hour)).toBe('jump');
  });

  test('applies a smaller limit to a dollar-pegged coin', () => {
    expect(answersAbout('USDT', 1).next(1.019)).toBe('accepted');
    expect(answersAbout('USDT', 1).next(0.975)).toBe('jump');
    expect(answersAbout('USDT', 1).next(1.11, 1_000_000)).toBe('jump');
    const falling = answersAbout('USDC', 1);
    expect([falling.next(0.9), falling.next(0.89), falling.next(0.88)]).toEqual(['jump', 'doubted', 'jump']);
  });
});

describe('the first live price', () => {
  test('accepts a first live price within a factor of 20 of the reference price', () => {
    expect(answersAbout('BTC', 107_000 * 19).first).toBe('accepted');
    expect(answersAbout('BTC', 107_000 / 19).first).toBe('accepted');
    const other = answersAbout('BTC', 0.07);
    expect(other.first).toBe('jump');
    expect(other.price()).toMatchObject({ kind: 'reference', usdPerCoin: '107000', at: referenceDay, doubted: true });
    expect([other.next(0.07), other.next(0.07)]).toEqual(['doubted', 'confirmed']);
  });

  test('accepts a first live price of a pegged coin only near one dollar', () => {
    expect(answersAbout('USDT', 0.95).first).toBe('accepted');
    expect(answersAbout('USDT', 0.85).first).toBe('jump');
  });
});
