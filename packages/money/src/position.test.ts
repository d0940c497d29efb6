import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCoins, anyUsd } from '../test/any-amount.ts';
import { longForm, runs } from '../test/runs.ts';
import { amountOf } from './amount.ts';
import { afterBuying, afterSelling, noPosition, type Position } from './position.ts';

const usd = (units: bigint) => amountOf('USD', units);
const btc = (units: bigint) => amountOf('BTC', units);
const position = (coins: bigint, cost: bigint, gain: bigint): Position => ({
  coins: btc(coins),
  cost: usd(cost),
  realizedGain: usd(gain),
});

describe('positions', () => {
  test('afterBuying adds the paid amount to the cost', () => {
    const first = afterBuying(noPosition('BTC'), btc(100_000n), usd(60_90n));
    expect(afterBuying(first, btc(50_000n), usd(45_68n))).toEqual(position(150_000n, 106_58n, 0n));
  });

  test('afterSelling removes the proportional cost, rounded to the nearest cent', () => {
    expect(afterSelling(position(3n, 100n, 0n), btc(1n), usd(40n))).toEqual(position(2n, 67n, 7n));
    expect(afterSelling(position(3n, 100n, 7n), btc(2n), usd(40n))).toEqual(position(1n, 33n, -20n));
  });

  test('selling all coins leaves no cost, and the position can start again', () => {
    const sold = afterSelling(position(3n, 100n, 0n), btc(3n), usd(90n));
    expect(sold).toEqual(position(0n, 0n, -10n));
    expect(afterBuying(sold, btc(7n), usd(50n))).toEqual(position(7n, 50n, -10n));
  });

  test('selling more coins than are held throws', () => {
    expect(() => afterSelling(position(3n, 100n, 0n), btc(4n), usd(1n))).toThrow(
      'cannot sell more coins than are held',
    );
    expect(() => afterSelling(noPosition('BTC'), btc(1n), usd(1n))).toThrow('cannot sell more coins than are held');
  });

  test('adding another coin to a position throws', () => {
    expect(() => afterBuying(noPosition('BTC'), amountOf('ETH', 1n), usd(1n))).toThrow('cannot combine');
  });
});

describe('positions with random trades', () => {
  const anyTrade = fc.record({ buys: fc.boolean(), coins: anyCoins, usd: anyUsd });

  test('cost minus realized gain equals payments minus proceeds, and without coins the cost is zero', longForm, () => {
    fc.assert(
      fc.property(fc.array(anyTrade, { maxLength: 12 }), (trades) => {
        let [held, flow] = [noPosition('BTC'), 0n];
        for (const trade of trades) {
          const sold = btc(trade.coins.units < held.coins.units ? trade.coins.units : held.coins.units);
          if (!trade.buys && sold.units === 0n) continue;
          flow += trade.buys ? trade.usd.units : -trade.usd.units;
          held = trade.buys ? afterBuying(held, trade.coins, trade.usd) : afterSelling(held, sold, trade.usd);
          if (held.cost.units - held.realizedGain.units !== flow) return false;
          if (held.cost.units < 0n || (held.coins.units === 0n && held.cost.units !== 0n)) return false;
        }
        return true;
      }),
      runs,
    );
  });

  test('selling keeps the average cost per coin, within half a cent in total', longForm, () => {
    fc.assert(
      fc.property(anyCoins, anyCoins, anyUsd, (remaining, sold, paid) => {
        const all = btc(remaining.units + sold.units);
        const left = afterSelling(afterBuying(noPosition('BTC'), all, paid), sold, usd(1n));
        const exact = paid.units * remaining.units;
        const distance = left.cost.units * all.units - exact;
        return distance <= all.units / 2n && -distance <= all.units / 2n + 1n;
      }),
      runs,
    );
  });
});
