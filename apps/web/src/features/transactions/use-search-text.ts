import { useEffect, useRef, useState } from 'react';

/** Debounces URL updates. Browsers reject a URL change on every keystroke. */
const debounceMs = 250;

export type SearchText = {
  text: string;
  type: (text: string) => void;
  /** Writes pending text to the URL immediately. */
  flush: () => void;
  /** Empties the box. The caller must clear the URL. */
  clear: () => void;
};

/**
 * Holds the text of the search box. Typing changes the text immediately. A URL change from a link, Back or Clear
 * filters also changes the text. A URL change that only follows earlier typing is ignored, because such a change would
 * undo newer keystrokes.
 */
export function useSearchText(urlText: string, write: (text: string) => void): SearchText {
  const [text, setText] = useState(urlText);
  const pending = useRef<{ text: string; timer: ReturnType<typeof setTimeout> }>(null);
  const written = useRef(urlText);
  useEffect(() => {
    if (pending.current || urlText === written.current) return;
    written.current = urlText;
    setText(urlText);
  }, [urlText]);

  const flush = () => {
    if (!pending.current) return;
    clearTimeout(pending.current.timer);
    written.current = pending.current.text;
    pending.current = null;
    write(written.current);
  };
  useEffect(() => () => clearTimeout(pending.current?.timer), []);
  return {
    text,
    type: (next) => {
      setText(next);
      clearTimeout(pending.current?.timer);
      pending.current = { text: next, timer: setTimeout(flush, debounceMs) };
    },
    flush,
    clear: () => {
      clearTimeout(pending.current?.timer);
      pending.current = null;
      written.current = '';
      setText('');
    },
  };
}
