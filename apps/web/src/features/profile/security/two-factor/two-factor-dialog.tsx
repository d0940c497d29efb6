import type { SecurityState } from '@florin/contract';
import { useState } from 'react';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ManageTwoFactor } from './manage-two-factor.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TurnOn } from './turn-on.tsx';

type TwoFactorDialogProps = { state: SecurityState; onClose: () => void };

/** Turns two-factor authentication on in three steps; where it is on, turns it off or renews the recovery codes. */
export function TwoFactorDialog({ state, onClose }: TwoFactorDialogProps) {
  // What it was when the dialog was opened: turning it on must not make another dialog of it before the codes are read.
  const [wasOn] = useState(state.two_factor_since !== null);
  const [codes, setCodes] = useState<readonly string[]>();
  const [warned, setWarned] = useState(false);
  // What makes new codes makes the older void: nobody leaves before they are there.
  const [making, setMaking] = useState(false);
  if (codes)
    return (
      // They are shown this once: it takes more than a stray press to lose them.
      <Dialog open onOpenChange={() => setWarned(true)} title="Recovery codes">
        <RecoveryCodes codes={codes} step={wasOn ? undefined : 'Step 3 of 3.'} warned={warned} onDone={onClose} />
      </Dialog>
    );
  return (
    <Dialog open onOpenChange={() => !making && onClose()} title="Two-Factor Authentication">
      {wasOn ? (
        <ManageTwoFactor state={state} onRenewing={setMaking} onRenewed={setCodes} onClose={onClose} />
      ) : (
        <TurnOn onTurningOn={setMaking} onTurnedOn={setCodes} onClose={onClose} />
      )}
    </Dialog>
  );
}
