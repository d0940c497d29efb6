import { TriangleAlert } from 'lucide-react';
import { isPasskeyDeclined, passkeysWork, stepUpByPasskey } from '../api/passkeys.ts';
import { troubleText } from '../api/refusal-text.ts';
import { settleStepUp } from '../api/step-up.ts';
import { useCommand } from '../api/use-command.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useFocusOnMount } from '../ui/use-focus-on-mount.ts';
import { brandName } from '../ui/brand.ts';

type ConfirmByPasskeyProps = { onRecoveryCode: (() => void) | undefined };

/** Confirms with a passkey, for members without an authenticator app. */
export function ConfirmByPasskey({ onRecoveryCode }: ConfirmByPasskeyProps) {
  const button = useFocusOnMount<HTMLButtonElement>();
  const { run, busy, error } = useCommand({ call: stepUpByPasskey, onDone: () => settleStepUp(true) });
  const problem = passkeysWork() ? problemOf(error) : passkeysUnsupported;
  return (
    <>
      {problem !== undefined && (
        <Notice icon={TriangleAlert} tone="bad">
          {problem}
        </Notice>
      )}
      {onRecoveryCode && (
        <p className="help">
          <button type="button" className="link" onClick={onRecoveryCode}>
            Use a recovery code
          </button>
        </p>
      )}
      <div className="actions">
        {passkeysWork() && (
          <Button variant="primary" ref={button} busy={busy} onClick={() => run(undefined)}>
            {busy ? 'Waiting for passkey...' : 'Use a passkey'}
          </Button>
        )}
        <Button onClick={() => settleStepUp(false)}>Cancel</Button>
      </div>
    </>
  );
}

const passkeysUnsupported = `This browser doesn’t support passkeys. Open ${brandName} where you created yours.`;

function problemOf(error: Error | null): string | undefined {
  if (error === null) return undefined;
  return isPasskeyDeclined(error) ? 'No passkey was used' : troubleText(error);
}
