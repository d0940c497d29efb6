import { expect, test } from 'vitest';
import { asOfText } from './as-of.tsx';

test.each([
  ['2025-10-24T14:05:00', '14:05'],
  ['2025-10-23T23:59:00', 'October 23, 23:59'],
  ['2024-12-31T08:00:00', 'December 31, 2024, 08:00'],
])('formats the time of the balances, %s, as "%s"', (at, text) => {
  expect(asOfText(Date.parse(at), new Date('2025-10-24T20:00:00'))).toBe(text);
});
