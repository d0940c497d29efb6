import { expect, test } from 'vitest';
import { logRateLimit } from './log-rate-limit.ts';

test('allows two lines per second and reports how many lines it dropped', () => {
  let now = 10_000;
  const mayWrite = logRateLimit(2, () => now);
  expect([1, 2, 3, 4, 5].map(() => mayWrite())).toEqual([0, 0, undefined, undefined, undefined]);
  now += 1_000;
  expect([1, 2, 3].map(() => mayWrite())).toEqual([3, 0, undefined]);
  now += 5_000;
  expect(mayWrite()).toBe(1);
});
