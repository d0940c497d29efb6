import { useEffect } from 'react';
import { useFocusOnMount } from '../../../ui/use-focus-on-mount.ts';

/** Focuses the amount field on mount, if `onMount`, and after every response with an error about the amount. */
export function useAmountFocus(answer: object, error: string | undefined, onMount = true) {
  const input = useFocusOnMount<HTMLInputElement>(onMount);
  useEffect(() => {
    if (error !== undefined) input.current?.focus();
  }, [input, answer, error]);
  return input;
}
