import { useLayoutEffect, useRef } from 'react';

/** Whether the dialog is before the reader at the moment of asking: what ends after it was closed is said in a toast. */
export function useShowing(open: boolean): () => boolean {
  const showing = useRef(open);
  useLayoutEffect(() => {
    showing.current = open;
    return () => {
      showing.current = false;
    };
  }, [open]);
  return () => showing.current;
}
