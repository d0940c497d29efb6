import { useSyncExternalStore } from 'react';

/** Uses a media query, because reading the window's width during a render forces a layout. */
const phone = matchMedia('(width < 45em)');

/** Whether the window is narrower than the phone breakpoint of tokens.css. */
export const isPhone = (): boolean => phone.matches;

/** Like `isPhone`, but rerenders on change. Use this hook where CSS alone would need the content twice. */
export const useIsPhone = (): boolean => useSyncExternalStore(onChange, isPhone);

function onChange(listener: () => void) {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}
