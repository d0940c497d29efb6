import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batchLoader } from './batch-loader.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('keys that arrive within the collection time are fetched together, and later keys in the next batch', async () => {
  const fetched: number[][] = [];
  const load = batchLoader(async (keys: number[]) => {
    fetched.push(keys);
    return new Map(keys.map((key) => [key, -key]));
  }, 20);
  const first = load(1);
  await vi.advanceTimersByTimeAsync(19);
  const second = load(2);
  expect(fetched).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.all([first, second])).toEqual([-1, -2]);
  const third = load(3);
  await vi.advanceTimersByTimeAsync(20);
  expect(await third).toBe(-3);
  expect(fetched).toEqual([[1, 2], [3]]);
});
