import { useLayoutEffect, useRef } from 'react';
import { placesAround, stayNear } from './stay-near.ts';

/**
 * Radix gives the focus back to its own trigger, but our dialogs are opened from anywhere: from whatever had the focus,
 * unless `returnFocusTo` knows better. A layout effect, so that it looks before the dialog's own fields take the focus.
 * What was done in the dialog may take the opener away, then or a moment later. Spread over the dialog's content.
 */
export function useReturnFocus(open: boolean, returnFocusTo?: () => HTMLElement | null | undefined) {
  const opened = useRef<{ from: Element; around: readonly HTMLElement[] }>(null);
  useLayoutEffect(() => {
    const from = document.activeElement;
    if (open && from) opened.current = { from, around: placesAround(from) };
  }, [open]);
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const known = returnFocusTo?.();
      const target = known ?? opened.current?.from;
      if (!(target instanceof HTMLElement)) return;
      target.focus();
      stayNear(target, known ? undefined : opened.current?.around);
    },
  };
}
