import { useLayoutEffect, useRef } from 'react';

/** Returns a function that tells whether the dialog is open now. Results after its closing need a toast. */
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
