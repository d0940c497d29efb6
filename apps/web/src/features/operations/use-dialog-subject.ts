import { useState } from 'react';

/** The state of a dialog about a subject. The subject stays set while the dialog closes. */
export function useDialogSubject<Subject>() {
  const [subject, setSubject] = useState<Subject>();
  const [isOpen, setIsOpen] = useState(false);
  const ask = (next: Subject) => {
    setSubject(next);
    setIsOpen(true);
  };
  return { subject, isOpen, ask, close: () => setIsOpen(false) };
}
