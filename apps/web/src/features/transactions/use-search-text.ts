import { useEffect, useRef, useState } from 'react';

/** Typing rests this long before the address follows; browsers refuse an address that changes at each key. */
const restMs = 250;

export type SearchText = {
  text: string;
  type: (text: string) => void;
  /** Writes to the address at once what is not there yet. */
  settle: () => void;
  /** Empties the box; the address is emptied by whoever asks for this. */
  clear: () => void;
};

/**
 * What stands in the search box. It answers to the keys at once and to the address (a link, Back, Clear filters) when
 * it changes; an address that only follows what was typed must not take back what was typed since.
 */
export function useSearchText(inAddress: string, write: (text: string) => void): SearchText {
  const [text, setText] = useState(inAddress);
  const unwritten = useRef<{ text: string; timer: ReturnType<typeof setTimeout> }>(null);
  const written = useRef(inAddress);
  useEffect(() => {
    if (unwritten.current || inAddress === written.current) return;
    written.current = inAddress;
    setText(inAddress);
  }, [inAddress]);

  const settle = () => {
    if (!unwritten.current) return;
    clearTimeout(unwritten.current.timer);
    written.current = unwritten.current.text;
    unwritten.current = null;
    write(written.current);
  };
  useEffect(() => () => clearTimeout(unwritten.current?.timer), []);
  return {
    text,
    type: (next) => {
      setText(next);
      clearTimeout(unwritten.current?.timer);
      unwritten.current = { text: next, timer: setTimeout(settle, restMs) };
    },
    settle,
    clear: () => {
      clearTimeout(unwritten.current?.timer);
      unwritten.current = null;
      written.current = '';
      setText('');
    },
  };
}
