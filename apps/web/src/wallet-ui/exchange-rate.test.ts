import { expect, test } from 'vitest';
import { rateLine, toFourDecimals } from './exchange-rate.ts';

test.each([
  ['0.917431', '0.9174'],
  ['0.858267', '0.8583'],
  ['1.270000', '1.2700'],
  ['0.999950', '1.0000'],
  ['12.345649', '12.3456'],
])('a rate of %s is read as %s', (rate, read) => {
  expect(toFourDecimals(rate)).toBe(read);
});

test('a rate says both sides', () => {
  expect(rateLine({ from: 'USD', to: 'EUR', rate: '0.917431' })).toBe('1 USD = 0.9174 EUR');
});
