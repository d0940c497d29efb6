import type { SecurityState } from '@florin/contract';
import { useState } from 'react';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ManageTwoFactor } from './manage-two-factor.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TurnOn } from './turn-on.tsx';

type TwoFactorDialogProps = { state: SecurityState; onClose: () => void };

/** Turns two-factor authentication on in three steps, or turns it off, or renews the recovery codes. */
export function TwoFactorDialog({ state, onClose }: TwoFactorDialogProps) {
  const isOn = state.two_factor_since !== null;
  const [wasOn] = useState(isOn);
  const [managing, setManaging] = useState(isOn);
  const [codes, setCodes] = useState<readonly string[]>();
  const [warned, setWarned] = useState(false);
  // New codes replace the old codes, so the dialog stays open until the new codes arrive.
  const [making, setMaking] = useState(false);
  // Two-factor authentication is on without codes from this dialog: another device turned it on, or the answer was lost.
  if (isOn && !managing && !making && !codes) setManaging(true);
  if (codes)
    return (
      // The codes are shown only once, so Escape or a click outside does not close the dialog.
      <Dialog open onOpenChange={() => setWarned(true)} title="Recovery codes">
        <RecoveryCodes codes={codes} step={managing ? undefined : 'Step 3 of 3.'} warned={warned} onDone={onClose} />
      </Dialog>
    );
  return (
    <Dialog open onOpenChange={() => !making && onClose()} title="Two-Factor Authentication">
      {managing ? (
        <ManageTwoFactor
          state={state}
          codesUnseen={!wasOn}
          onRenewing={setMaking}
          onRenewed={setCodes}
          onClose={onClose}
        />
      ) : (
        <TurnOn onTurningOn={setMaking} onTurnedOn={setCodes} onClose={onClose} />
      )}
    </Dialog>
  );
}
