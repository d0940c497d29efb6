import { useSyncExternalStore } from 'react';

/** The design's phone ends below this width (tokens.css). */
const phoneEnds = 720;

export const isPhone = (): boolean => innerWidth < phoneEnds;

/** The same, followed: for what would be there twice if only the styles decided. */
export const useIsPhone = (): boolean => useSyncExternalStore(onResize, isPhone);

function onResize(onChange: () => void) {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
}
