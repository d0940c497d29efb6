import { useEffect, useState } from 'react';

/** Just past a whole second, so that the next one is shown. */
const pastMs = 20;

/** Counts down from the arrival, which `performance.now()` has noted: a figure a second, so that a page rests between. */
export function useSecondsLeft(arrivedAt: number, expiresInSeconds: number): number {
  const [now, setNow] = useState(() => performance.now());
  const left = Math.max(0, expiresInSeconds - (Math.max(now, arrivedAt) - arrivedAt) / 1000);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(performance.now()), (left % 1) * 1000 + pastMs);
    return () => clearTimeout(timer);
  }, [left, now]);
  return left;
}
