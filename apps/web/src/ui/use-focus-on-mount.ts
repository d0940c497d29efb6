import { useEffect, useRef } from 'react';

const mark = 'data-focus-on-mount';

/** For what takes the place of a form that had the focus. */
export function useFocusOnMount<Element extends HTMLElement>() {
  const ref = useRef<Element>(null);
  useEffect(() => {
    ref.current?.setAttribute(mark, '');
    ref.current?.focus();
  }, []);
  return ref;
}

/**
 * For a dialog that opens without the focus in it: another one below it, which had the focus, has taken it back from what
 * is to have it here. Radix would give it to the first button, which closes.
 */
export function focusWhatWaits(event: Event) {
  const waits =
    event.currentTarget instanceof HTMLElement && event.currentTarget.querySelector<HTMLElement>(`[${mark}]`);
  if (!waits) return;
  event.preventDefault();
  waits.focus();
}
