import { useEffect, useState } from 'react';
import { serverNow } from '../api/server-time.ts';

const tickMs = 5_000;

/** Returns the server's time and renders again every 5 seconds, so that ages increase. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
