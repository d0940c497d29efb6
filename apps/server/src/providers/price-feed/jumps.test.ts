import { describe, expect, test } from 'vitest';
import { hear, recordOfSheet, type CoinRecord } from './coin-record.ts';
import { referenceDay, referenceSheet } from './reference-sheet.ts';

const start = new Date('2026-11-21T08:00:00.000Z');

/** A coin that has a live price, and answers about it a minute apart. */
function hearing(symbol: string, firstPrice: number) {
  const coin = referenceSheet.find((one) => one.symbol === symbol);
  if (!coin) throw new Error(`${symbol} is on the sheet`);
  let record: CoinRecord = recordOfSheet(coin);
  let now = start;
  const say = (price: number, at = now) => {
    const figures = { changePercent24h: 0, marketCapUsd: 1, volumeUsd24h: 1, supply: 1 };
    const heard = hear(record, { symbol, price, at, ...figures }, 'a test', now);
    if (heard.outcome !== 'nonsense') record = heard.record;
    return heard.outcome;
  };
  const next = (price: number, seconds = 60) => {
    now = new Date(now.getTime() + seconds * 1000);
    return say(price);
  };
  return { first: say(firstPrice), next, again: (price: number) => say(price), price: () => record.price };
}

describe('a jump', () => {
  test('is doubted: the old price stays, is not traded on and grows old, until three answers in a row agree', () => {
    const btc = hearing('BTC', 100_000);
    expect(btc.next(125_001)).toBe('jump');
    expect(btc.price()).toMatchObject({ usdPerCoin: '100000.00', at: start, doubted: true });
    expect(btc.next(126_000)).toBe('doubted');
    expect(btc.price()).toMatchObject({ usdPerCoin: '100000.00', at: start, doubted: true });
    expect(btc.next(124_000)).toBe('accepted'); // within a quarter of the last accepted price after all
    expect(btc.price()).toMatchObject({ usdPerCoin: '124000.00', doubted: false });

    expect([btc.next(200_000), btc.next(210_000), btc.next(190_000)]).toEqual(['jump', 'doubted', 'confirmed']);
    expect(btc.price()).toMatchObject({ usdPerCoin: '190000.00', doubted: false, kind: 'live' });
  });

  test('of a quarter and less is no jump, up and down alike', () => {
    expect(hearing('BTC', 100_000).next(125_000)).toBe('accepted');
    expect(hearing('BTC', 125_000).next(100_000)).toBe('accepted');
    expect(hearing('BTC', 125_000).next(99_999)).toBe('jump');
  });

  test('that comes back was none', () => {
    const btc = hearing('BTC', 100_000);
    expect([btc.next(1), btc.next(1), btc.next(101_000)]).toEqual(['jump', 'doubted', 'accepted']);
    expect(btc.price()).toMatchObject({ usdPerCoin: '101000.00', doubted: false });
  });

  test('needs three answers that agree with each other', () => {
    const btc = hearing('BTC', 100_000);
    const outcomes = [200_000, 300_000, 300_000, 50_000, 300_000, 310_000].map((price) => btc.next(price));
    expect(outcomes).toEqual(['jump', 'jump', 'doubted', 'jump', 'jump', 'doubted']);
    expect(btc.price()).toMatchObject({ usdPerCoin: '100000.00', doubted: true });
  });

  test('is not confirmed by the same answer again', () => {
    const btc = hearing('BTC', 100_000);
    expect([btc.next(200_000), btc.again(200_000), btc.again(200_000)]).toEqual(['jump', 'old', 'old']);
    expect(btc.price().doubted).toBe(true);
  });

  test('is not confirmed, and not forgotten, by nonsense', () => {
    const btc = hearing('BTC', 100_000);
    expect([btc.next(200_000), btc.next(0), btc.next(200_000), btc.next(-1), btc.next(200_000)]).toEqual([
      'jump',
      'nonsense',
      'doubted',
      'nonsense',
      'confirmed',
    ]);
  });

  test('may be wider the longer nothing was heard, up to a doubling', () => {
    const hour = 3600;
    expect(hearing('BTC', 100_000).next(126_000, 300)).toBe('jump');
    expect(hearing('BTC', 100_000).next(149_000, 1200)).toBe('accepted');
    expect(hearing('BTC', 100_000).next(151_000, 1200)).toBe('jump');
    expect(hearing('BTC', 100_000).next(199_000, 1000 * hour)).toBe('accepted');
    expect(hearing('BTC', 100_000).next(201_000, 1000 * hour)).toBe('jump');
  });

  test('is smaller for a coin that is pegged to the dollar', () => {
    expect(hearing('USDT', 1).next(1.019)).toBe('accepted');
    expect(hearing('USDT', 1).next(0.975)).toBe('jump');
    expect(hearing('USDT', 1).next(1.11, 1_000_000)).toBe('jump');
    const falling = hearing('USDC', 1);
    expect([falling.next(0.9), falling.next(0.89), falling.next(0.88)]).toEqual(['jump', 'doubted', 'jump']);
  });
});

describe('the first price', () => {
  test('is believed within twentyfold of the sheet, which is old', () => {
    expect(hearing('BTC', 107_000 * 19).first).toBe('accepted');
    expect(hearing('BTC', 107_000 / 19).first).toBe('accepted');
    const other = hearing('BTC', 0.07);
    expect(other.first).toBe('jump');
    expect(other.price()).toMatchObject({ kind: 'reference', usdPerCoin: '107000', at: referenceDay, doubted: true });
    expect([other.next(0.07), other.next(0.07)]).toEqual(['doubted', 'confirmed']);
  });

  test('of a pegged coin is believed near the dollar', () => {
    expect(hearing('USDT', 0.95).first).toBe('accepted');
    expect(hearing('USDT', 0.85).first).toBe('jump');
  });
});
