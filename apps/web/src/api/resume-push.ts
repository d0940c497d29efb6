import type { QueryClient } from '@tanstack/react-query';
import { currentUser } from './session.ts';
import { storedToken } from './stored-session.ts';

/** A browser hears of news for as long as a session runs: whoever signs in takes its subscription up again. */
export function resumePushAtSignIn(queryClient: QueryClient) {
  let seen: string | null = null;
  const look = () => {
    const token = currentUser(queryClient) && storedToken();
    if (token === seen) return;
    seen = token;
    if (token !== null && isAllowed()) void resume();
  };
  queryClient.getQueryCache().subscribe(look);
  look();
}

const isAllowed = () => 'Notification' in window && Notification.permission === 'granted';

/** Whoever opens their profile page sees whether it worked. */
const resume = () => import('./browser-push.ts').then(({ resumePush }) => resumePush()).catch(() => undefined);
