import type { SecurityState } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { nearDayText } from '../../../../wallet-ui/day-text.ts';
import { RenewCodesStep } from './renew-codes-step.tsx';
import { TurnOffStep } from './turn-off-step.tsx';

/** Warns about this many recovery codes or fewer. */
const fewCodes = 3;

type ManageTwoFactorProps = {
  state: SecurityState;
  /** True if two-factor authentication was turned on while the dialog was open, without showing the codes here. */
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
      <p className="space-below-4">
        On since {nearDayText(since)}. {left} of 10 recovery codes are left. New codes replace the old ones.
      </p>
      {codesUnseen && (
        <Notice icon={TriangleAlert} tone="warn">
          <b>Two-factor authentication is on.</b> Create new recovery codes, unless you saved the ones you have.
        </Notice>
      )}
      {left <= fewCodes && (
        <Notice icon={TriangleAlert} tone="warn">
          <b>Few recovery codes are left.</b> You need one to sign in without your phone.
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

/** Shown if another device turned two-factor authentication off, or if the answer to this page's request was lost. */
const TurnedOff = ({ onClose }: { onClose: () => void }) => (
  <>
    <p>Two-factor authentication has been turned off. Sign-in needs no code now. Your recovery codes no longer work.</p>
    <div className="actions">
      <Button variant="primary" onClick={onClose}>
        Close
      </Button>
    </div>
  </>
);
