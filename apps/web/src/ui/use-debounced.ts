import { useEffect, useState } from 'react';

/** What was typed, once nothing has been typed for so many milliseconds. */
export function useDebounced(text: string, ms: number): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return debounced;
}
