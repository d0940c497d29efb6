import type { RouterHistory } from '@tanstack/react-router';
import { navigateBelowLayers } from './ui/history-layers.ts';

/** Wraps the router's history. Navigating from a dialog removes the dialog's history entry first. */
export function layeredHistory(history: RouterHistory): RouterHistory {
  const { push, replace } = history;
  history.push = (...to) => navigateBelowLayers(() => push(...to));
  history.replace = (...to) => navigateBelowLayers(() => replace(...to));
  return history;
}
