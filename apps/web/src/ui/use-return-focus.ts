import { useLayoutEffect, useRef } from 'react';
import { regionsAround, keepFocusNear } from './keep-focus-near.ts';

/**
 * Returns props for the dialog's content. On close, the props return the focus to `returnFocusTo()`, or to the element
 * that had the focus when the dialog opened. Radix returns the focus only to its own trigger. A layout effect reads the
 * focus before the dialog's fields take the focus. If the dialog's action removes the element, the focus moves to the
 * nearest region.
 */
export function useReturnFocus(open: boolean, returnFocusTo?: () => HTMLElement | null | undefined) {
  const opened = useRef<{ from: Element; around: readonly HTMLElement[] }>(null);
  useLayoutEffect(() => {
    const from = document.activeElement;
    if (open && from) opened.current = { from, around: regionsAround(from) };
  }, [open]);
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const known = returnFocusTo?.();
      const target = known ?? opened.current?.from;
      if (!(target instanceof HTMLElement)) return;
      target.focus();
      keepFocusNear(target, known ? undefined : opened.current?.around);
    },
  };
}
