import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { isFirstVisit } from './first-visit.ts';

/**
 * On a first visit, false until what is around it has been drawn and it `isReady`: it is then drawn in a piece of its own,
 * which gives way to the paint and to any input.
 */
export function useDrawnLater(isReady: boolean): boolean {
  const [isDrawn, setIsDrawn] = useState(() => !isFirstVisit());
  useEffect(() => {
    if (isReady) startTransition(() => setIsDrawn(true));
  }, [isReady]);
  return isDrawn;
}

/** What stands below the first screen, on a first visit: it waits until that has been painted. */
export const DrawnLater = ({ children }: { children: ReactNode }) => useDrawnLater(true) && children;
