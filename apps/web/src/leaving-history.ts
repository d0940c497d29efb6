import type { RouterHistory } from '@tanstack/react-router';
import { isOwnDocument } from './paths.ts';

export type Leave = (href: string, how: 'push' | 'replace') => void;

/** The router's history, but that whoever goes to a page with a document of its own leaves this one for it. */
export function leavingHistory(history: RouterHistory, leave: Leave): RouterHistory {
  const { push, replace } = history;
  history.push = (href, ...rest) => (isOwnDocument(href) ? leave(href, 'push') : push(href, ...rest));
  history.replace = (href, ...rest) => (isOwnDocument(href) ? leave(href, 'replace') : replace(href, ...rest));
  return history;
}
