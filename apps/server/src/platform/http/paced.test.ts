import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { paced } from './paced.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Submits `count` tasks and returns those that have run. */
function submit(pace: ReturnType<typeof paced>, count: number) {
  const done: number[] = [];
  for (let i = 0; i < count; i++) pace(() => done.push(i));
  return done;
}

describe('paced', () => {
  test('runs tasks within the limit immediately and the others in order', () => {
    const done = submit(paced({ perSecond: 1_000, turnMs: 10 }), 25);
    expect(done).toHaveLength(10);
    vi.advanceTimersByTime(10);
    expect(done).toHaveLength(20);
    vi.advanceTimersByTime(10);
    expect(done).toEqual(Array.from({ length: 25 }, (_, i) => i));
  });

  test('runs at most the given number of tasks per second', () => {
    const done = submit(paced({ perSecond: 1_000, turnMs: 10 }), 10_000);
    vi.advanceTimersByTime(1_000);
    expect(done).toHaveLength(1_010);
  });

  test('catches up on at most five intervals after a standstill', () => {
    let at = 0;
    const done = submit(paced({ perSecond: 1_000, turnMs: 10, now: () => at }), 10_000);
    at = 60_000;
    vi.advanceTimersByTime(10);
    expect(done).toHaveLength(60);
  });

  test('stops its timer when no task waits, and then allows a full burst again', () => {
    const pace = paced({ perSecond: 1_000, turnMs: 10 });
    submit(pace, 15);
    vi.advanceTimersByTime(100);
    expect(vi.getTimerCount()).toBe(0);
    expect(submit(pace, 12)).toHaveLength(10);
  });
});
