import { useEffect } from 'react';

/** Focuses the first visible field on `/`, unless the operator is typing or a dialog or menu is open. */
export function useSlash(fields: () => readonly (HTMLInputElement | null)[]) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role=dialog], [role=menu]')) return;
      const field = fields().find((each) => each !== null && each.checkVisibility?.() !== false);
      if (!field) return;
      event.preventDefault();
      field.focus();
      field.select();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]');
