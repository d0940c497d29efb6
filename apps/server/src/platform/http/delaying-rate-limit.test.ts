import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { delayingRateLimit } from './delaying-rate-limit.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Submits `count` tasks and returns those that have run. */
function submit(delay: ReturnType<typeof delayingRateLimit>, count: number) {
  const done: number[] = [];
  for (let i = 0; i < count; i++) delay(() => done.push(i));
  return done;
}

describe('delayingRateLimit', () => {
  test('delayingRateLimit runs tasks within the limit immediately and the other tasks in order', () => {
    const done = submit(delayingRateLimit({ perSecond: 1_000, intervalMs: 10 }), 25);
    expect(done).toHaveLength(10);
    vi.advanceTimersByTime(10);
    expect(done).toHaveLength(20);
    vi.advanceTimersByTime(10);
    expect(done).toEqual(Array.from({ length: 25 }, (_, i) => i));
  });

  test('delayingRateLimit runs at most the given number of tasks per second', () => {
    const done = submit(delayingRateLimit({ perSecond: 1_000, intervalMs: 10 }), 10_000);
    vi.advanceTimersByTime(1_000);
    expect(done).toHaveLength(1_010);
  });

  test('delayingRateLimit catches up on at most five intervals after a standstill', () => {
    let at = 0;
    const done = submit(delayingRateLimit({ perSecond: 1_000, intervalMs: 10, now: () => at }), 10_000);
    at = 60_000;
    vi.advanceTimersByTime(10);
    expect(done).toHaveLength(60);
  });

  test('delayingRateLimit stops its timer when no task waits, and then allows a full burst again', () => {
    const delay = delayingRateLimit({ perSecond: 1_000, intervalMs: 10 });
    submit(delay, 15);
    vi.advanceTimersByTime(100);
    expect(vi.getTimerCount()).toBe(0);
    expect(submit(delay, 12)).toHaveLength(10);
  });
});
