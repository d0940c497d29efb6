import { requestedPageOf } from '../../api/requested-page.ts';
import { storeSession, type OpenedSession } from '../../api/stored-session.ts';
import { toastOnNextPage } from '../../ui/toast.ts';
import { useEntryOptions, pathAfterSignIn } from './entry-options.ts';

/**
 * Returns a function that stores the new session and opens the next page. The next page is `?back=`, the paid plan of
 * `?plan=`, the page requested before the login, or the dashboard.
 */
export function useEnter(welcome: string) {
  const { back, plan, leaveFor } = useEntryOptions();
  return (session: OpenedSession) => {
    storeSession(session);
    toastOnNextPage('success', welcome);
    const requested = requestedPageOf(session.user);
    leaveFor(
      pathAfterSignIn({ back: back ?? (plan ? undefined : requested), plan: plan === 'personal' ? undefined : plan }),
    );
  };
}
