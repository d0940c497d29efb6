import type { SecurityState } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { nearDayText } from '../../../../wallet-ui/day-text.ts';
import { RenewCodesStep } from './renew-codes-step.tsx';
import { TurnOffStep } from './turn-off-step.tsx';

/** So few recovery codes that it is time for new ones. */
const fewCodes = 3;

type ManageTwoFactorProps = {
  state: SecurityState;
  /** It was turned on while the dialog was open, and its codes were not shown here. */
  codesUnseen: boolean;
  onRenewing: (underWay: boolean) => void;
  onRenewed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

export function ManageTwoFactor({ state, codesUnseen, onRenewing, onRenewed, onClose }: ManageTwoFactorProps) {
  const [step, setStep] = useState<'renew' | 'turn off'>();
  const back = () => setStep(undefined);
  if (step === 'renew') return <RenewCodesStep onRenewing={onRenewing} onRenewed={onRenewed} onBack={back} />;
  if (step === 'turn off') return <TurnOffStep onBack={back} onClose={onClose} />;
  const { two_factor_since: since, recovery_codes_left: left } = state;
  if (since === null) return <TurnedOff onClose={onClose} />;
  return (
    <>
      <p className="mb-4">
        Your authenticator app is asked for since {nearDayText(since)}. {left} of 10 recovery codes are left; new ones
        make the older void.
      </p>
      {codesUnseen && (
        <Notice icon={TriangleAlert} tone="warn">
          <b>Two-factor authentication is on.</b> Its recovery codes were not shown here: make new ones, unless you have
          stored them already.
        </Notice>
      )}
      {left <= fewCodes && (
        <Notice icon={TriangleAlert} tone="warn">
          <b>Few recovery codes are left.</b> Without your phone they are the only way in.
        </Notice>
      )}
      <div className="actions">
        <Button variant="primary" onClick={() => setStep('renew')}>
          New recovery codes
        </Button>
        <Button variant="danger" onClick={() => setStep('turn off')}>
          Turn off
        </Button>
      </div>
    </>
  );
}

/** Elsewhere, or here by a try whose answer was lost. */
const TurnedOff = ({ onClose }: { onClose: () => void }) => (
  <>
    <p>
      Two-factor authentication has been turned off. A code is no longer asked for, and the recovery codes are void.
    </p>
    <div className="actions">
      <Button variant="primary" onClick={onClose}>
        Close
      </Button>
    </div>
  </>
);
