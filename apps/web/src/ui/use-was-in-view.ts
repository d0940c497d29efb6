import { useCallback, useState } from 'react';

/** Elements this close to the visible area count as seen. */
const margin = '600px';

/**
 * Returns a ref and whether its element was ever visible or within 600 px of the visible area. For rows of long lists.
 */
export function useWasInView<E extends Element>(
  from: boolean,
): [ref: (element: E | null) => (() => void) | undefined, seen: boolean] {
  const [seen, setSeen] = useState(from);
  const ref = useCallback(
    (element: E | null) => {
      if (!element || seen) return undefined;
      listeners.set(element, () => setSeen(true));
      watcher().observe(element);
      return () => {
        listeners.delete(element);
        watcher().unobserve(element);
      };
    },
    [seen],
  );
  return [ref, seen];
}

const listeners = new WeakMap<Element, () => void>();
let shared: IntersectionObserver | undefined;

/** All elements share one observer, so the browser reports each scroll once. */
const watcher = () => (shared ??= new IntersectionObserver(report, { rootMargin: margin, scrollMargin: margin }));

function report(entries: readonly IntersectionObserverEntry[]) {
  for (const { target, isIntersecting } of entries) if (isIntersecting) listeners.get(target)?.();
}
