import { useEffect, useState } from 'react';

const tickMs = 250;

/** Counts down from the arrival, which `performance.now()` has noted. */
export function useSecondsLeft(arrivedAt: number, expiresInSeconds: number): number {
  const [now, setNow] = useState(() => performance.now());
  const left = Math.max(0, expiresInSeconds - (Math.max(now, arrivedAt) - arrivedAt) / 1000);
  const over = left === 0;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(performance.now()), tickMs);
    return () => clearInterval(timer);
  }, [over, arrivedAt]);
  return left;
}
