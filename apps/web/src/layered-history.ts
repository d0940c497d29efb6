import type { RouterHistory } from '@tanstack/react-router';
import { navigateBelowLayers } from './ui/history-layers.ts';

/** The router's history, but that who leaves a page from a dialog leaves the dialog's entry with it. */
export function layeredHistory(history: RouterHistory): RouterHistory {
  const { push, replace } = history;
  history.push = (...to) => navigateBelowLayers(() => push(...to));
  history.replace = (...to) => navigateBelowLayers(() => replace(...to));
  return history;
}
