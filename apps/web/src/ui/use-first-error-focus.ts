import { useEffect, useRef } from 'react';

/** Focuses the first invalid field after each rejected submission. Returns the form's ref. */
export function useFirstErrorFocus(refusals: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);
  return form;
}
