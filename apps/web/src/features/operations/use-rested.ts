import { useEffect, useState } from 'react';

/** What was typed, once typing rests. */
export function useRested(text: string, restMs = 250): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text, restMs]);
  return rested;
}
