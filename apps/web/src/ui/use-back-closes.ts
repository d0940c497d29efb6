import { useEffect, useEffectEvent } from 'react';
import { addLayer } from './history-layers.ts';

/** While it is open, the browser's Back closes it, as the Escape key does. */
export function useBackCloses(open: boolean, close: () => void) {
  const onBack = useEffectEvent(close);
  useEffect(() => (open ? addLayer(() => onBack()) : undefined), [open]);
}
