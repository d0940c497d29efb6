import { useEffect, useRef, useState } from 'react';

/** Throttles a value to one update per `everyMs` milliseconds. The first change updates immediately. */
export function useThrottled<T>(value: T, everyMs: number): T {
  const [shown, setShown] = useState(value);
  const updatedAt = useRef(-Infinity);
  useEffect(() => {
    const wait = Math.max(0, updatedAt.current + everyMs - performance.now());
    const timer = setTimeout(() => {
      updatedAt.current = performance.now();
      setShown(value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value, everyMs]);
  return shown;
}
