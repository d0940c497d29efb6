import { useLayoutEffect, useRef } from 'react';

/**
 * Returns a function that returns whether the dialog is open now. Results that arrive after the dialog has closed need
 * a toast.
 */
export function useIsOpen(open: boolean): () => boolean {
  const showing = useRef(open);
  useLayoutEffect(() => {
    showing.current = open;
    return () => {
      showing.current = false;
    };
  }, [open]);
  return () => showing.current;
}
