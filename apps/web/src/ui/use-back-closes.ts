import { useEffect, useEffectEvent } from 'react';
import { addLayer } from './history-layers.ts';

/** Lets the browser's Back button close an open layer. */
export function useBackCloses(open: boolean, close: () => void) {
  const onBack = useEffectEvent(close);
  useEffect(() => (open ? addLayer(() => onBack()) : undefined), [open]);
}
