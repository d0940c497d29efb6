import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RecoveryCodes } from './two-factor/recovery-codes.tsx';
import { RenewCodesStep } from './two-factor/renew-codes-step.tsx';
import styles from '../set-row.module.css';

/** Shows and renews the recovery codes of a member who has passkeys but no authenticator app. */
export function PasskeyCodes({ left }: { left: number }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.row}>
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
      // The codes are shown only once, so Escape or a click outside does not close the dialog.
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
