import { storeSession, type OpenedSession } from '../../api/stored-session.ts';
import { toastOnNextPage } from '../../ui/toast.ts';
import { useEntryWay, wayOn } from './entry-way.ts';

/**
 * Takes up a session that was opened: it goes on to the dashboard, where `?back=` leads, or where the plan is paid that
 * `?plan=` names. The free one need not be.
 */
export function useEnter(welcome: string) {
  const { back, plan, leaveFor } = useEntryWay();
  return (session: OpenedSession) => {
    storeSession(session);
    toastOnNextPage('success', welcome);
    leaveFor(wayOn({ back, plan: plan === 'personal' ? undefined : plan }));
  };
}
