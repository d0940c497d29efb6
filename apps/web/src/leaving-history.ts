import type { RouterHistory } from '@tanstack/react-router';
import { isOwnDocument, withoutHandle } from './paths.ts';

export type Leave = (href: string, how: 'push' | 'replace') => void;

/**
 * Wraps the router's history. Navigating to a page with its own document loads that document. Such pages belong to no
 * business.
 */
export function leavingHistory(history: RouterHistory, leave: Leave): RouterHistory {
  const { push, replace } = history;
  const ownDocument = (href: string) => {
    const screen = withoutHandle(href);
    return isOwnDocument(screen) ? screen : undefined;
  };
  history.push = (href, ...rest) => {
    const own = ownDocument(href);
    if (own === undefined) push(href, ...rest);
    else leave(own, 'push');
  };
  history.replace = (href, ...rest) => {
    const own = ownDocument(href);
    if (own === undefined) replace(href, ...rest);
    else leave(own, 'replace');
  };
  return history;
}
