import { describe, expect, test, vi } from 'vitest';
import { withRetry } from './transact.ts';

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('work in the database', () => {
  test.each([
    ['40001', 'could not serialize access due to concurrent update'],
    ['40P01', 'deadlock detected'],
    ['26000', 'prepared statement "post" does not exist'],
    ['XX000', 'could not serialize access due to concurrent update'],
    ['XX000', 'canceling the transaction since it was involved in a distributed deadlock'],
  ])('work in the database is tried again after a conflict: %s, %s', async (code, message) => {
    const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failure(code, message)).mockResolvedValue('done');
    expect(await withRetry(work)).toBe('done');
    expect(work).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['XX000', 'unexpected chunk number 0'],
    ['23505', 'duplicate key value violates unique constraint "deadlock"'],
  ])('work in the database is not tried again after another error: %s, %s', async (code, message) => {
    const work = vi.fn<() => Promise<string>>().mockRejectedValue(failure(code, message));
    await expect(withRetry(work)).rejects.toThrow(message);
    expect(work).toHaveBeenCalledOnce();
  });
});
