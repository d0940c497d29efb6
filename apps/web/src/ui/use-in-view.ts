import { useCallback, useState } from 'react';

/** Returns a ref and whether its element is visible, with scroll containers considered. For rows of long lists. */
export function useInView<E extends Element>(): [ref: (element: E | null) => (() => void) | undefined, on: boolean] {
  const [on, setOn] = useState(false);
  const ref = useCallback((element: E | null) => {
    if (!element) return undefined;
    listeners.set(element, setOn);
    watcher().observe(element);
    return () => {
      listeners.delete(element);
      watcher().unobserve(element);
    };
  }, []);
  return [ref, on];
}

const listeners = new WeakMap<Element, (on: boolean) => void>();
let shared: IntersectionObserver | undefined;

/** All elements share one observer, so the browser reports each scroll once. */
const watcher = () =>
  (shared ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
  }));
