import { startTransition, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { isFirstVisit } from '../../ui/first-visit.ts';

type Measured = [
  ref: (element: HTMLElement | null) => (() => void) | undefined,
  width: number,
  /** The font size relative to the browser's default of 16 px; 2 is twice as large. */
  fontScale: number,
];

const defaultPixels = 16;
const currentFontScale = () =>
  (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || defaultPixels) / defaultPixels;

/**
 * Measures an element's width after layout and before paint. An earlier measurement would force a second layout of the
 * page. On a first visit the rest of the page is painted first.
 */
export function useWidth(): Measured {
  const [measured, setMeasured] = useState({ width: 0, fontScale: 1 });
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    let draw: (change: () => void) => void = isFirstVisit() ? startTransition : flushSync;
    const observer = new ResizeObserver(() => {
      const { width: now } = element.getBoundingClientRect();
      draw(() => setMeasured({ width: Math.floor(now), fontScale: currentFontScale() }));
      draw = flushSync; // after a phone rotates, a late update would widen the page for a moment
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, measured.width, measured.fontScale];
}
