import { useSyncExternalStore } from 'react';

/** Of the window's width, and not by reading it: that would lay out the whole page, in the middle of being drawn. */
const phone = matchMedia('(width < 45em)');

/** The design's phone ends there (tokens.css). */
export const isPhone = (): boolean => phone.matches;

/** The same, followed: for what would be there twice if only the styles decided. */
export const useIsPhone = (): boolean => useSyncExternalStore(onChange, isPhone);

function onChange(tell: () => void) {
  phone.addEventListener('change', tell);
  return () => phone.removeEventListener('change', tell);
}
