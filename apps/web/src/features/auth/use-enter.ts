import { askedPageOf } from '../../api/asked-page.ts';
import { storeSession, type OpenedSession } from '../../api/stored-session.ts';
import { toastOnNextPage } from '../../ui/toast.ts';
import { useEntryWay, wayOn } from './entry-way.ts';

/**
 * Returns a function that stores the new session and opens the next page: `?back=`, the paid plan of `?plan=`, the page
 * requested before the login, or the dashboard.
 */
export function useEnter(welcome: string) {
  const { back, plan, leaveFor } = useEntryWay();
  return (session: OpenedSession) => {
    storeSession(session);
    toastOnNextPage('success', welcome);
    const requested = askedPageOf(session.user);
    leaveFor(wayOn({ back: back ?? (plan ? undefined : requested), plan: plan === 'personal' ? undefined : plan }));
  };
}
