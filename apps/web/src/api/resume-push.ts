import type { QueryClient } from '@tanstack/react-query';
import { currentUser } from './session.ts';
import { storedToken } from './stored-session.ts';

/** Registers this browser's push subscription after each sign-in, because it ends with the session. */
export function resumePushAtSignIn(queryClient: QueryClient) {
  let lastToken: string | null = null;
  const onCacheChange = () => {
    const token = currentUser(queryClient) && storedToken();
    if (token === lastToken) return;
    lastToken = token;
    if (token !== null && isAllowed()) void resume();
  };
  queryClient.getQueryCache().subscribe(onCacheChange);
  onCacheChange();
}

const isAllowed = () => 'Notification' in window && Notification.permission === 'granted';

/** Ignores errors, because the profile page shows the push state. */
const resume = () => import('./browser-push.ts').then(({ resumePush }) => resumePush()).catch(() => undefined);
