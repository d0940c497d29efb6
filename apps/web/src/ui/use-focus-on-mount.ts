import { useEffect, useRef } from 'react';

/** For what takes the place of a form that had the focus. */
export function useFocusOnMount<Element extends HTMLElement>() {
  const ref = useRef<Element>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}
