import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { isFirstVisit } from './first-visit.ts';

/**
 * Returns true when the caller may render this part. On a first visit that is after the rest of the page has rendered
 * and `isReady` is true. The render is a transition, so painting and input go first.
 */
export function useAfterFirstPaint(isReady: boolean): boolean {
  const [isDrawn, setIsDrawn] = useState(() => !isFirstVisit());
  useEffect(() => {
    if (isReady) startTransition(() => setIsDrawn(true));
  }, [isReady]);
  return isDrawn;
}

/** Renders content below the first screen. On a first visit it waits for the first paint. */
export const AfterFirstPaint = ({ children }: { children: ReactNode }) => useAfterFirstPaint(true) && children;
