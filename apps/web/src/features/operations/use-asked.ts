import { useState } from 'react';

/** What a dialog asks about. It stays there while the dialog closes. */
export function useAsked<Subject>() {
  const [asked, setAsked] = useState<Subject>();
  const [isOpen, setIsOpen] = useState(false);
  const ask = (subject: Subject) => {
    setAsked(subject);
    setIsOpen(true);
  };
  return { asked, isOpen, ask, close: () => setIsOpen(false) };
}
