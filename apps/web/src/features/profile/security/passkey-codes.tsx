import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RecoveryCodes } from './two-factor/recovery-codes.tsx';
import { RenewCodesStep } from './two-factor/renew-codes-step.tsx';

/** Recovery codes of a member who has passkeys and no authenticator app: how many are left, and new ones. */
export function PasskeyCodes({ left }: { left: number }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="set-row">
      <div>
        <b className="strong">Recovery codes</b>
        <p className="small muted">{left} of 10 left. Each signs you in once without your passkey</p>
      </div>
      <Button size="s" onClick={() => setIsOpen(true)}>
        New recovery codes
      </Button>
      {isOpen && <RenewDialog onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function RenewDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const [warned, setWarned] = useState(false);
  const [making, setMaking] = useState(false);
  if (codes)
    return (
      // They are shown this once: it takes more than a stray press to lose them.
      <Dialog open onOpenChange={() => setWarned(true)} title="Recovery codes">
        <RecoveryCodes codes={codes} step={undefined} warned={warned} onDone={onClose} />
      </Dialog>
    );
  return (
    <Dialog open onOpenChange={() => !making && onClose()} title="New recovery codes">
      <RenewCodesStep onRenewing={setMaking} onRenewed={setCodes} onBack={onClose} />
    </Dialog>
  );
}
