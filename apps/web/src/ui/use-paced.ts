import { useEffect, useRef, useState } from 'react';

/** A value that changes often, followed at most once in so many milliseconds. The first change is followed at once. */
export function usePaced<T>(value: T, everyMs: number): T {
  const [shown, setShown] = useState(value);
  const followedAt = useRef(-Infinity);
  useEffect(() => {
    const wait = Math.max(0, followedAt.current + everyMs - performance.now());
    const timer = setTimeout(() => {
      followedAt.current = performance.now();
      setShown(value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value, everyMs]);
  return shown;
}
