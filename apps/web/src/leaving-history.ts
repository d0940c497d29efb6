import type { RouterHistory } from '@tanstack/react-router';
import { isOwnDocument } from './paths.ts';

export type Leave = (href: string, how: 'push' | 'replace') => void;

/** Wraps the router's history. Navigating to a page with its own document loads that document. */
export function leavingHistory(history: RouterHistory, leave: Leave): RouterHistory {
  const { push, replace } = history;
  history.push = (href, ...rest) => (isOwnDocument(href) ? leave(href, 'push') : push(href, ...rest));
  history.replace = (href, ...rest) => (isOwnDocument(href) ? leave(href, 'replace') : replace(href, ...rest));
  return history;
}
