import { askedPageOf } from '../../api/asked-page.ts';
import { storeSession, type OpenedSession } from '../../api/stored-session.ts';
import { toastOnNextPage } from '../../ui/toast.ts';
import { useEntryWay, wayOn } from './entry-way.ts';

/**
 * Takes up a session that was opened: it goes on to the dashboard, where `?back=` leads, where the plan is paid that
 * `?plan=` names, or to the page that was asked for. The free plan need not be paid.
 */
export function useEnter(welcome: string) {
  const { back, plan, leaveFor } = useEntryWay();
  return (session: OpenedSession) => {
    storeSession(session);
    toastOnNextPage('success', welcome);
    const asked = askedPageOf(session.user);
    leaveFor(wayOn({ back: back ?? (plan ? undefined : asked), plan: plan === 'personal' ? undefined : plan }));
  };
}
