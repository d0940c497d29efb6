import { useLayoutEffect, useRef } from 'react';

/**
 * Radix gives the focus back to its own trigger, but our dialogs are opened from anywhere: from whatever had the focus.
 * A layout effect, so that it looks before the dialog's own fields take the focus. Spread over the dialog's content.
 */
export function useReturnFocus(open: boolean) {
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
