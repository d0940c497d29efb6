import { expect, test } from 'vitest';
import { dollarTick, dollarsText } from './dollars.ts';

test.each([
  [64182.4, '$64,182.40'],
  [0.152268, '$0.1523'],
  [0.5, '$0.50'],
  [0.000008907, '$0.000008907'],
  [0, '$0.00'],
  [-12.5, '−$12.50'],
])('formats the price %d as %s', (value, text) => expect(dollarsText(value)).toBe(text));

test('formats a price change with its sign', () => {
  expect(dollarsText(5968.3, 'always')).toBe('+$5,968.30');
  expect(dollarsText(-0.00012345, 'always')).toBe('−$0.0001235');
});

test.each([
  [57500, 2500, '$57,500'],
  [0.05, 0.05, '$0.05'],
  [1.5, 0.5, '$1.50'],
  [0.15, 0.005, '$0.150'],
  [1, 0.0002, '$1.0000'],
  [0.000009, 0.000001, '$0.000009'],
  [1_200_000, 200_000, '$1.2M'],
  [0, 20, '$0'],
])('formats the axis tick %d with a step of %d as %s', (value, step, text) => {
  expect(dollarTick(value, step)).toBe(text);
});
