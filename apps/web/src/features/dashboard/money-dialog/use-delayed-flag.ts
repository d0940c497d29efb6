import { useEffect, useState } from 'react';

const delayMs = 400;

/** Returns true once `active` has been true for 400 ms. Avoids flashing a progress view. */
export function useDelayedFlag(active: boolean): boolean {
  const [isElapsed, setIsElapsed] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setIsElapsed(true), delayMs);
    return () => {
      clearTimeout(timer);
      setIsElapsed(false);
    };
  }, [active]);
  return active && isElapsed;
}
