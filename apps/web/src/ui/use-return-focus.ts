import { useLayoutEffect, useRef } from 'react';

/**
 * Radix gives the focus back to its own trigger, but our dialogs are opened from anywhere: from whatever had the focus,
 * unless `returnFocusTo` knows better. A layout effect, so that it looks before the dialog's own fields take the focus.
 * Spread over the dialog's content.
 */
export function useReturnFocus(open: boolean, returnFocusTo?: () => HTMLElement | null | undefined) {
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const target = returnFocusTo?.() ?? opener.current;
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
