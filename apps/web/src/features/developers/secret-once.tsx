import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CopyButton } from '../../wallet-ui/copy-button.tsx';
import styles from './developers.module.css';

type SecretOnceProps = {
  title: string;
  /** The name of the secret after "Copy", such as "secret of the key". */
  what: string;
  secret: string;
  /** The purpose of the secret, in one sentence. */
  children: string;
  onClose: () => void;
};

/** Shows a new secret. The dialog closes only after the member confirms that the secret is stored. */
export function SecretOnce({ title, what, secret, children, onClose }: SecretOnceProps) {
  const [stored, setStored] = useState(false);
  const [warned, setWarned] = useState(false);
  return (
    <Dialog open onOpenChange={() => (stored ? onClose() : setWarned(true))} title={title} description={children}>
      <Notice icon={TriangleAlert} tone={warned && !stored ? 'bad' : 'warn'}>
        <b>Copy the secret now.</b> It cannot be shown again, not even by support.
      </Notice>
      <p className={styles.secret}>
        <code translate="no">{secret}</code>
        <CopyButton text={secret} what={what} />
      </p>
      <Checkbox
        label="I stored the secret in a safe place"
        checked={stored}
        onChange={({ target }) => setStored(target.checked)}
      />
      <div className="actions">
        <Button
          variant="primary"
          block
          reason={stored ? undefined : 'Confirm that you stored the secret'}
          onClick={onClose}
        >
          Done
        </Button>
      </div>
    </Dialog>
  );
}
