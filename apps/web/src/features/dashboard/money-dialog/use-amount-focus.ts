import { useEffect } from 'react';
import { useFocusOnMount } from '../../../ui/use-focus-on-mount.ts';

/** Focuses the amount field on mount and after every response with an error about the amount. */
export function useAmountFocus(answer: object, error: string | undefined) {
  const input = useFocusOnMount<HTMLInputElement>();
  useEffect(() => {
    if (error !== undefined) input.current?.focus();
  }, [input, answer, error]);
  return input;
}
