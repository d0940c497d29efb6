import { useCallback, useState } from 'react';

/** How far beyond what can be seen, what it scrolls in considered, an element counts as seen. */
const reach = '600px';

/** Whether an element was ever about to be seen, for rows that nobody may scroll to. */
export function useSeen<E extends Element>(
  from: boolean,
): [ref: (element: E | null) => (() => void) | undefined, seen: boolean] {
  const [seen, setSeen] = useState(from);
  const ref = useCallback(
    (element: E | null) => {
      if (!element || seen) return undefined;
      tell.set(element, () => setSeen(true));
      watcher().observe(element);
      return () => {
        tell.delete(element);
        watcher().unobserve(element);
      };
    },
    [seen],
  );
  return [ref, seen];
}

const tell = new WeakMap<Element, () => void>();
let shared: IntersectionObserver | undefined;

/** One for all of them: the browser then reports a scroll once. */
const watcher = () => (shared ??= new IntersectionObserver(report, { rootMargin: reach, scrollMargin: reach }));

function report(entries: readonly IntersectionObserverEntry[]) {
  for (const { target, isIntersecting } of entries) if (isIntersecting) tell.get(target)?.();
}
