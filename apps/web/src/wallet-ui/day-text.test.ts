import { expect, test } from 'vitest';
import { dayText, nearDayText } from './day-text.ts';
import { transactionWhen } from './transaction-when.ts';

const now = new Date(2026, 2, 1, 0, 30);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

test.each([
  [at(2026, 2, 1, 0, 5), 'March 1', 'today', 'Today, 00:05'],
  [at(2026, 1, 28, 23, 55), 'February 28', 'yesterday', 'Yesterday, 23:55'],
  [at(2026, 1, 27, 9, 12), 'February 27', 'February 27', 'Feb 27, 09:12'],
  [at(2025, 11, 31, 21, 47), 'December 31, 2025', 'December 31, 2025', 'Dec 31, 2025, 21:47'],
])('formats %s in the device’s time zone', (date, day, near, when) => {
  expect([dayText(date, now), nearDayText(date, now), transactionWhen(date, now)]).toEqual([day, near, when]);
});
