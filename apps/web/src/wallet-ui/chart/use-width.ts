import { startTransition, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { isFirstVisit } from '../../ui/first-visit.ts';

type Measured = [
  ref: (element: HTMLElement | null) => (() => void) | undefined,
  width: number,
  /** How large letters are: 1 is a browser's usual size, 2 twice as large. */
  letters: number,
];

const usualPixels = 16;
const letterScale = () =>
  (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || usualPixels) / usualPixels;

/**
 * How wide an element is, from its first paint on. It is measured when the page has been laid out and before it is
 * painted: asked for earlier, the whole page would be laid out once more. On a first visit what is around it is painted
 * before it.
 */
export function useWidth(): Measured {
  const [measured, setMeasured] = useState({ width: 0, letters: 1 });
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    let draw: (change: () => void) => void = isFirstVisit() ? startTransition : flushSync;
    const observer = new ResizeObserver(() => {
      const { width: now } = element.getBoundingClientRect();
      draw(() => setMeasured({ width: Math.floor(now), letters: letterScale() }));
      draw = flushSync; // too wide for a turned phone, it would make the page wider for a moment
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, measured.width, measured.letters];
}
