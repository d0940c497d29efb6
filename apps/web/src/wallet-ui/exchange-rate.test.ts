import { expect, test } from 'vitest';
import { rateLine, toFourDecimals } from './exchange-rate.ts';

test.each([
  ['0.917431', '0.9174'],
  ['0.858267', '0.8583'],
  ['1.270000', '1.2700'],
  ['0.999950', '1.0000'],
  ['12.345649', '12.3456'],
])('rounds the rate %s to %s', (rate, rounded) => {
  expect(toFourDecimals(rate)).toBe(rounded);
});

test('formats an exchange rate with both currencies', () => {
  expect(rateLine({ from: 'USD', to: 'EUR', rate: '0.917431' })).toBe('1 USD = 0.9174 EUR');
});
