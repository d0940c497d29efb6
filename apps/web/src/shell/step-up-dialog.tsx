import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../api/session.ts';
import { settleStepUp, requiredStepUp, subscribeToStepUp } from '../api/step-up.ts';
import { reloadOnce } from '../ui/reload-once.ts';
import { loadOnDemand } from '../ui/load-on-demand.tsx';

const ConfirmIdentity = loadOnDemand(
  () => import('./confirm-identity.tsx').then((loaded) => loaded.ConfirmIdentity),
  (again) => {
    settleStepUp(false); // the caller reports the failure
    if (again) void reloadOnce();
  },
);

/** Asks for the second factor or the password when a rejected call needs it. */
export function StepUpDialog() {
  const required = useSyncExternalStore(subscribeToStepUp, requiredStepUp);
  const { user } = useSession();
  const orphaned = required !== undefined && !user;
  useEffect(() => {
    if (orphaned) settleStepUp(false);
  }, [orphaned]);
  return required !== undefined && user ? <ConfirmIdentity key={required} /> : null;
}
