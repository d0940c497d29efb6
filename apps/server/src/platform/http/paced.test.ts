import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { paced } from './paced.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Sends that many through at once, and tells how many have gone. */
function sendThrough(pace: ReturnType<typeof paced>, count: number) {
  const gone: number[] = [];
  for (let i = 0; i < count; i++) pace(() => gone.push(i));
  return gone;
}

describe('what is let through', () => {
  test('goes at once while there is room, and the rest in the order in which it came', () => {
    const gone = sendThrough(paced({ perSecond: 1_000, turnMs: 10 }), 25);
    expect(gone).toHaveLength(10);
    vi.advanceTimersByTime(10);
    expect(gone).toHaveLength(20);
    vi.advanceTimersByTime(10);
    expect(gone).toEqual(Array.from({ length: 25 }, (_, i) => i));
  });

  test('is no more than that in a second, however much comes', () => {
    const gone = sendThrough(paced({ perSecond: 1_000, turnMs: 10 }), 10_000);
    vi.advanceTimersByTime(1_000);
    expect(gone).toHaveLength(1_010);
  });

  test('after a standstill catches up on a few turns only', () => {
    let at = 0;
    const gone = sendThrough(paced({ perSecond: 1_000, turnMs: 10, now: () => at }), 10_000);
    at = 60_000;
    vi.advanceTimersByTime(10);
    expect(gone).toHaveLength(60);
  });

  test('keeps no timer once nothing waits, and starts again with room', () => {
    const pace = paced({ perSecond: 1_000, turnMs: 10 });
    sendThrough(pace, 15);
    vi.advanceTimersByTime(100);
    expect(vi.getTimerCount()).toBe(0);
    expect(sendThrough(pace, 12)).toHaveLength(10);
  });
});
