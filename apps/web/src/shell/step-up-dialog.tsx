import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../api/session.ts';
import { settleStepUp, stepUpAsked, subscribeToStepUp } from '../api/step-up.ts';
import { reloadOnce } from '../ui/reload-once.ts';
import { whenNeeded } from '../ui/when-needed.tsx';

const ConfirmIdentity = whenNeeded(
  () => import('./confirm-identity.tsx').then((loaded) => loaded.ConfirmIdentity),
  (again) => {
    settleStepUp(false); // the caller says that it did not work
    if (again) void reloadOnce();
  },
);

/** Asks for the second factor, or the password, on behalf of the call that was refused for want of it. */
export function StepUpDialog() {
  const asked = useSyncExternalStore(subscribeToStepUp, stepUpAsked);
  const { user } = useSession();
  const orphaned = asked !== undefined && !user;
  useEffect(() => {
    if (orphaned) settleStepUp(false);
  }, [orphaned]);
  return asked !== undefined && user ? <ConfirmIdentity key={asked} /> : null;
}
