import { useEffect } from 'react';
import { useFocusOnMount } from '../../../ui/use-focus-on-mount.ts';

/** The amount has the focus first, and again when it is refused: with each answer that has an error for it. */
export function useAmountFocus(answer: object, error: string | undefined) {
  const input = useFocusOnMount<HTMLInputElement>();
  useEffect(() => {
    if (error !== undefined) input.current?.focus();
  }, [input, answer, error]);
  return input;
}
