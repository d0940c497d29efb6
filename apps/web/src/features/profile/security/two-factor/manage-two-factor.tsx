import { endpoints, type SecurityState } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../../api/client.ts';
import { troubleText } from '../../../../api/refusal-text.ts';
import { useCommand } from '../../../../api/use-command.ts';
import { Button } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useFocusOnMount } from '../../../../ui/use-focus-on-mount.ts';
import { nearDayText } from '../../../../wallet-ui/day-text.ts';
import { useRefreshSecurity } from '../use-refresh-security.ts';

/** So few recovery codes that it is time for new ones. */
const fewCodes = 3;

type ManageTwoFactorProps = {
  state: SecurityState;
  onRenewed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

export function ManageTwoFactor({ state, onRenewed, onClose }: ManageTwoFactorProps) {
  const [leaving, setLeaving] = useState(false);
  const refresh = useRefreshSecurity();
  const renewal = useCommand({
    call: () => api.call(endpoints.renewRecoveryCodes),
    onDone: ({ recovery_codes }) => {
      refresh();
      onRenewed(recovery_codes);
    },
  });
  if (leaving) return <TurnOff onBack={() => setLeaving(false)} onClose={onClose} />;
  const { two_factor_since: since, recovery_codes_left: left } = state;
  return (
    <>
      <p className="mb-4">
        {since !== null && <>Your authenticator app is asked for since {nearDayText(since)}. </>}
        {left} of 10 recovery codes are left; new ones make the older void.
      </p>
      {left <= fewCodes && !renewal.error && (
        <Notice icon={TriangleAlert} tone="warn">
          <b>Few recovery codes are left.</b> Without your phone they are the only way in.
        </Notice>
      )}
      {renewal.error && (
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(renewal.error)}
        </Notice>
      )}
      <div className="actions">
        <Button variant="primary" busy={renewal.busy} onClick={() => renewal.run(undefined)}>
          New recovery codes
        </Button>
        <Button variant="danger" disabled={renewal.busy} onClick={() => setLeaving(true)}>
          Turn off
        </Button>
      </div>
    </>
  );
}

function TurnOff({ onBack, onClose }: { onBack: () => void; onClose: () => void }) {
  const refresh = useRefreshSecurity();
  const back = useFocusOnMount<HTMLButtonElement>();
  const { run, busy, error } = useCommand({
    call: () => api.call(endpoints.turnOffTwoFactor),
    onDone: () => {
      toast.success('Two-factor authentication is off');
      refresh();
      onClose();
    },
  });
  return (
    <>
      <p className="mb-4">
        Turn it off? The password alone then signs in and pays out, and the recovery codes are void.
      </p>
      {error && (
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(error)}
        </Notice>
      )}
      <div className="actions">
        <Button variant="danger" busy={busy} onClick={() => run(undefined)}>
          {busy ? 'Turning off...' : 'Turn off'}
        </Button>
        <Button ref={back} onClick={onBack}>
          Back
        </Button>
      </div>
    </>
  );
}
