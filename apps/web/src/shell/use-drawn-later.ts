import { startTransition, useEffect, useState } from 'react';

/**
 * On a first visit the frame is drawn by itself, and what is in it when it `isReady`, in pieces that give way to the paint
 * and to any input: drawn as the router hands it out, it would be one piece. A page that is loaded again has all at once,
 * as it is scrolled to where it was.
 */
export function useDrawnLater(isReady: boolean): boolean {
  const [isDrawn, setIsDrawn] = useState(isLoadedAgain);
  useEffect(() => {
    if (isReady) startTransition(() => setIsDrawn(true));
  }, [isReady]);
  return isDrawn;
}

const isLoadedAgain = () =>
  performance
    .getEntriesByType('navigation')
    .every((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate');
