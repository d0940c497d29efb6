import { toDecimal } from '@florin/money';
import { describe, expect, test } from 'vitest';
import { readFigure } from './read-figure.ts';

describe('an amount', () => {
  test.each([
    ['1234.50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1234,5', '1234.50'],
    ['1234', '1234.00'],
    ['0,07', '0.07'],
    ['.5', '0.50'],
    ['1.234.567', '1234567.00'],
    ['1,234,567.8', '1234567.80'],
    ["1'234.50", '1234.50'],
    ['1 234,50', '1234.50'],
    ['€1.234,50', '1234.50'],
    ['1,234.50 EUR', '1234.50'],
    ['+12', '12.00'],
  ])('reads the amount %s as %s', (text, expected) => {
    const { amount } = readFigure('EUR', text);
    expect(amount && toDecimal(amount)).toBe(expected);
  });

  test.each([
    ['1.234', 'two ways'],
    ['1,234', 'such as 1234.00'],
    ['12,000', 'two ways'],
    ['１，２３４', 'two ways'],
    ['', 'Enter an amount'],
    ['0', 'greater than 0'],
    ['-5', 'greater than 0'],
    ['1.2345', 'two decimals'],
    ['0.001', 'two decimals'],
    ['12.34.56', 'not an amount'],
    ['1,23.45', 'not an amount'],
    ['$5', 'not an amount'],
    ['1e3', 'not an amount'],
    ['1000000000000', 'too large'],
    ['=1+1', 'not an amount'],
  ])('refuses the amount %s because of: %s', (text, sentence) => {
    expect(readFigure('EUR', text)).toEqual({ problem: expect.stringContaining(sentence) });
  });
});
