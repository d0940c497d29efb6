import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { isFirstVisit } from './first-visit.ts';

/**
 * Returns true when the caller may render this part. On a first visit, waits until the rest of the page has rendered
 * and `isReady` is true. The render is a transition, so painting and input go first.
 */
export function useAfterFirstPaint(isReady: boolean): boolean {
  const [isDrawn, setIsDrawn] = useState(() => !isFirstVisit());
  useEffect(() => {
    if (isReady) startTransition(() => setIsDrawn(true));
  }, [isReady]);
  return isDrawn;
}

type AfterFirstPaintProps = {
  /** The number of paints to wait for. */
  paints?: number;
  children: ReactNode;
};

/**
 * Renders content below the first screen. On a first visit, the content waits for the first paints, so the parts of a
 * page render in several frames. Layout of all parts in one frame would block the page for long.
 */
export function AfterFirstPaint({ paints = 1, children }: AfterFirstPaintProps) {
  const [missing, setMissing] = useState(() => (isFirstVisit() ? paints : 0));
  useEffect(() => {
    const count = () => startTransition(() => setMissing(missing - 1));
    if (missing === 0) return undefined;
    if (document.hidden) return count(); // a hidden page paints nothing
    const frame = requestAnimationFrame(count);
    return () => cancelAnimationFrame(frame);
  }, [missing]);
  return missing === 0 && children;
}
