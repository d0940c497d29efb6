import { useEffect, useState } from 'react';

/** Delays each update slightly, so that the next whole second is shown. */
const marginMs = 20;

/**
 * Returns the seconds left and updates once per second.
 *
 * @param arrivedAt a `performance.now()` time
 */
export function useSecondsLeft(arrivedAt: number, expiresInSeconds: number): number {
  const [now, setNow] = useState(() => performance.now());
  const left = Math.max(0, expiresInSeconds - (Math.max(now, arrivedAt) - arrivedAt) / 1000);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(performance.now()), (left % 1) * 1000 + marginMs);
    return () => clearTimeout(timer);
  }, [left, now]);
  return left;
}
