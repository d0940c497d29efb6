import { useEffect, useRef } from 'react';

/** For a form: after each refused submission its first wrong field has the focus. */
export function useFirstErrorFocus(refusals: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);
  return form;
}
