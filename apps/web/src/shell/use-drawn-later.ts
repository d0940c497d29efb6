import { startTransition, useEffect, useState } from 'react';

/**
 * On a first visit the frame is drawn by itself, and what is in it after that, in pieces that give way to the paint and to
 * any input. A page that is loaded again has all at once, as it is scrolled to where it was.
 */
export function useDrawnLater(): boolean {
  const [isDrawn, setIsDrawn] = useState(isLoadedAgain);
  useEffect(() => startTransition(() => setIsDrawn(true)), []);
  return isDrawn;
}

const isLoadedAgain = () =>
  performance
    .getEntriesByType('navigation')
    .every((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate');
