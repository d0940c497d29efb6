import { describe, expect, test } from 'vitest';
import { add, amountOf, isMoreThan, negate, subtract, zero, type Amount } from './amount.ts';
import { assetOf, isFiat } from './asset.ts';

const usd = (units: bigint) => amountOf('USD', units);

describe('amounts', () => {
  test('amounts are added, subtracted and negated exactly', () => {
    expect(add(usd(2n ** 60n), usd(1n))).toEqual(usd(2n ** 60n + 1n));
    expect(subtract(usd(1n), usd(3n))).toEqual(usd(-2n));
    expect(negate(usd(5n))).toEqual(usd(-5n));
    expect(zero('EUR')).toEqual(amountOf('EUR', 0n));
  });

  test('isMoreThan compares amounts strictly', () => {
    expect(isMoreThan(usd(2n), usd(1n))).toBe(true);
    expect(isMoreThan(usd(1n), usd(1n))).toBe(false);
    expect(isMoreThan(usd(1n), usd(2n))).toBe(false);
  });

  test.each([add, subtract, isMoreThan])('combining amounts of two assets throws', (operation) => {
    const [dollars, euros]: [Amount, Amount] = [usd(1n), amountOf('EUR', 1n)];
    expect(() => operation(dollars, euros)).toThrow('cannot combine amounts in USD and EUR');
  });
});

describe('assets', () => {
  test('a currency has two decimals and a sign, and a coin has eight decimals and no sign', () => {
    expect(assetOf('EUR')).toEqual({ code: 'EUR', kind: 'fiat', decimals: 2, sign: '€' });
    expect(assetOf('GBP')).toEqual({ code: 'GBP', kind: 'fiat', decimals: 2, sign: '£' });
    expect(assetOf('USD')).toEqual({ code: 'USD', kind: 'fiat', decimals: 2, sign: '$' });
    expect(assetOf('BTC')).toEqual({ code: 'BTC', kind: 'coin', decimals: 8, sign: '' });
  });

  test('isFiat accepts only USD, EUR and GBP', () => {
    expect(['USD', 'EUR', 'GBP', 'JPY', 'BTC', 'usd', ''].filter(isFiat)).toEqual(['USD', 'EUR', 'GBP']);
  });
});
