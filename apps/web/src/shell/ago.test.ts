import { expect, test } from 'vitest';
import { ago } from './ago.ts';

const now = new Date(2026, 9, 24, 15, 30);

test.each([
  [new Date(2026, 9, 24, 15, 29, 30), 'just now'],
  [new Date(2026, 9, 24, 15, 31), 'just now'],
  [new Date(2026, 9, 24, 15, 26), '4 min ago'],
  [new Date(2026, 9, 24, 12, 0), '3 h ago'],
  [new Date(2026, 9, 23, 23, 59), 'yesterday'],
  [new Date(2026, 9, 19, 9, 0), 'October 19'],
  [new Date(2025, 9, 19, 9, 0), 'October 19, 2025'],
])('ago() formats %s as "%s"', (date, text) => {
  expect(ago(date.toISOString(), now)).toBe(text);
});
