import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { settleStepUp, stepUpAction, requiredStepUp, subscribeToStepUp } from '../api/step-up.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ConfirmByCode } from './confirm-by-code.tsx';
import { ConfirmByPasskey } from './confirm-by-passkey.tsx';
import { ConfirmByPassword } from './confirm-by-password.tsx';
import { useOwnFactors } from './use-own-factors.ts';

/** Asks for the confirmation that the rejected call needs: the password, or one of the member's second factors. */
export function ConfirmIdentity() {
  // The kind is read once, so the closing dialog does not change its content.
  const [kind] = useState(requiredStepUp);
  return kind === 'password' ? (
    <ConfirmDialog ask="re-enter your password">
      <ConfirmByPassword />
    </ConfirmDialog>
  ) : (
    <ConfirmFactor />
  );
}

function ConfirmFactor() {
  const factors = useOwnFactors();
  const [byRecoveryCode, setByRecoveryCode] = useState(false);
  if (factors.app || byRecoveryCode)
    return (
      <ConfirmDialog ask={factors.app ? 'enter a new code from your authenticator app' : 'enter a recovery code'}>
        <ConfirmByCode
          hasApp={factors.app}
          hasPasskey={factors.passkey}
          onLeaveCodes={() => setByRecoveryCode(false)}
        />
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog ask="use your passkey">
      <ConfirmByPasskey onRecoveryCode={factors.recoveryCode ? () => setByRecoveryCode(true) : undefined} />
    </ConfirmDialog>
  );
}

function ConfirmDialog({ ask, children }: { ask: string; children: ReactNode }) {
  const action = useSyncExternalStore(subscribeToStepUp, stepUpAction);
  return (
    <Dialog
      open
      onOpenChange={() => settleStepUp(false)}
      title="Confirm it’s you"
      description={action === '' ? `To continue, ${ask}.` : `To ${action}, ${ask}.`}
    >
      {children}
    </Dialog>
  );
}
