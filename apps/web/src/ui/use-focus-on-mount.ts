import { useEffect, useRef, useState } from 'react';

const mark = 'data-focus-on-mount';

/** Focuses an element on mount, if `wanted` is true then. Use this hook for content that replaces a focused form. */
export function useFocusOnMount<Element extends HTMLElement>(wanted = true) {
  const ref = useRef<Element>(null);
  const [isWanted] = useState(wanted);
  useEffect(() => {
    if (!isWanted) return;
    ref.current?.setAttribute(mark, '');
    ref.current?.focus();
  }, [isWanted]);
  return ref;
}

/**
 * Focuses the `useFocusOnMount` element when a dialog opens. A dialog below may have taken the focus from this element.
 * Radix would then focus the first button, which is Close.
 */
export function focusMarked(event: Event) {
  const marked =
    event.currentTarget instanceof HTMLElement && event.currentTarget.querySelector<HTMLElement>(`[${mark}]`);
  if (!marked) return;
  event.preventDefault();
  marked.focus();
}
