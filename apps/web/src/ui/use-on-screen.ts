import { useCallback, useState } from 'react';

/** Whether an element can be seen, what it scrolls in considered; for long lists, of which most rows cannot. */
export function useOnScreen<E extends Element>(): [ref: (element: E | null) => (() => void) | undefined, on: boolean] {
  const [on, setOn] = useState(false);
  const ref = useCallback((element: E | null) => {
    if (!element) return undefined;
    tell.set(element, setOn);
    watcher().observe(element);
    return () => {
      tell.delete(element);
      watcher().unobserve(element);
    };
  }, []);
  return [ref, on];
}

const tell = new WeakMap<Element, (on: boolean) => void>();
let shared: IntersectionObserver | undefined;

/** One for all of them: the browser then reports a scroll once. */
const watcher = () =>
  (shared ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) tell.get(target)?.(isIntersecting);
  }));
