import { Download, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { useFocusOnMount } from '../../../../ui/use-focus-on-mount.ts';
import { CopyButton } from '../../../../wallet-ui/copy-button.tsx';
import { saveFile } from '../../../../wallet-ui/save-file.ts';
import styles from '../security.module.css';
import { brandName } from '../../../../ui/brand.ts';

type RecoveryCodesProps = {
  codes: readonly string[];
  step: string | undefined;
  /** True if the member tried to close the dialog before saving the codes. */
  warned: boolean;
  onDone: () => void;
};

export function RecoveryCodes({ codes, step, warned, onDone }: RecoveryCodesProps) {
  const [stored, setStored] = useState(false);
  const download = useFocusOnMount<HTMLButtonElement>();
  const text = codes.join('\n');
  return (
    <>
      <p className="small muted">
        {step} Each code works once, without your phone or passkey. We show these codes only once.
      </p>
      <ol className={styles.recoveryCodes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="quick-amounts space-above-4">
        <Button size="s" ref={download} onClick={() => saveFile(fileOf(text), 'florin-recovery-codes.txt')}>
          <Icon as={Download} size={16} />
          Download
        </Button>
        <CopyButton text={text} what="recovery codes" />
      </div>
      <div className="space-above-4">
        <Checkbox
          label="I saved the codes in a safe place"
          checked={stored}
          onChange={({ target }) => setStored(target.checked)}
        />
      </div>
      {warned && !stored && (
        <div className="space-above-4">
          <Notice icon={TriangleAlert} tone="warn">
            <b>Save your codes first.</b> They let you in without your phone or passkey.
          </Notice>
        </div>
      )}
      <div className="actions">
        <Button variant="primary" block reason={stored ? undefined : 'Confirm that you’ve saved them'} onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  );
}

const fileOf = (text: string) =>
  new Blob([`Recovery codes for ${brandName}. Each code works once.\n\n${text}\n`], { type: 'text/plain' });
