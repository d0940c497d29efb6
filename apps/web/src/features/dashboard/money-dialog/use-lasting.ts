import { useEffect, useState } from 'react';

const noticeableMs = 400;

/** True once something has gone on for long enough to be worth showing. */
export function useLasting(active: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setLasting(true), noticeableMs);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [active]);
  return active && lasting;
}
