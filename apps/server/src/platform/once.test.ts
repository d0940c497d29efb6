import { expect, test } from 'vitest';
import { once } from './once.ts';

test('once caches the result for concurrent and later callers, but does not cache a failure', async () => {
  let attempts = 0;
  const numbered = once(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('busy');
    return attempts;
  });
  await expect(numbered()).rejects.toThrow('busy');
  expect(await Promise.all([numbered(), numbered()])).toEqual([2, 2]);
  expect(await numbered()).toBe(2);
});
