import type { SecurityState } from '@florin/contract';
import { useState } from 'react';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ManageTwoFactor } from './manage-two-factor.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TurnOn } from './turn-on.tsx';

type TwoFactorDialogProps = { state: SecurityState; onClose: () => void };

/** Turns two-factor authentication on in three steps; where it is on, turns it off or renews the recovery codes. */
export function TwoFactorDialog({ state, onClose }: TwoFactorDialogProps) {
  const isOn = state.two_factor_since !== null;
  const [wasOn] = useState(isOn);
  const [managing, setManaging] = useState(isOn);
  const [codes, setCodes] = useState<readonly string[]>();
  const [warned, setWarned] = useState(false);
  // What makes new codes makes the older void: nobody leaves before they are there.
  const [making, setMaking] = useState(false);
  // While it is being turned on the answer brings the codes; if it is on without them, none will come.
  if (isOn && !managing && !making && !codes) setManaging(true);
  if (codes)
    return (
      // They are shown this once: it takes more than a stray press to lose them.
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
