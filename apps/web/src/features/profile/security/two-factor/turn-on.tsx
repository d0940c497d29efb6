import { endpoints } from '@florin/contract';
import { useState } from 'react';
import { api } from '../../../../api/client.ts';
import { useCommand } from '../../../../api/use-command.ts';
import { Button } from '../../../../ui/button.tsx';
import { useFocusOnMount } from '../../../../ui/use-focus-on-mount.ts';
import { CopyButton } from '../../../../wallet-ui/copy-button.tsx';
import { PasswordForm } from '../../../../wallet-ui/password-form.tsx';
import { QrCodeImage } from '../../../../wallet-ui/qr/qr-code-image.tsx';
import { qrMatrix } from '../../../../wallet-ui/qr/qr-code.ts';
import { useRefreshSecurity } from '../use-refresh-security.ts';
import type { AppSecret } from './app-secret.ts';
import { ProveStep } from './prove-step.tsx';
import styles from '../security.module.css';

type TurnOnProps = {
  onTurningOn: (underWay: boolean) => void;
  onTurnedOn: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

export function TurnOn({ onTurningOn, onTurnedOn, onClose }: TurnOnProps) {
  const [secret, setSecret] = useState<AppSecret>();
  const [scanned, setScanned] = useState(false);
  if (!secret) return <PasswordStep onSecret={setSecret} onClose={onClose} />;
  if (!scanned) return <ScanStep secret={secret} onScanned={() => setScanned(true)} onClose={onClose} />;
  return <ProveStep onTurningOn={onTurningOn} onTurnedOn={onTurnedOn} onBack={() => setScanned(false)} />;
}

type PasswordStepProps = { onSecret: (secret: AppSecret) => void; onClose: () => void };

function PasswordStep({ onSecret, onClose }: PasswordStepProps) {
  const command = useCommand({
    call: (password: string) => api.call(endpoints.setUpTwoFactor, { body: { current_password: password } }),
    onDone: onSecret,
    onFailed: useRefreshSecurity(), // Another device may have turned two-factor authentication on.
  });
  return (
    <>
      <p className="muted space-below-5">
        We’ll ask for a code from an app on your phone at sign-in and for sensitive actions. A stolen password alone is
        not enough.
      </p>
      <PasswordForm command={command} action="Continue" leave={{ label: 'Cancel', onClick: onClose }} />
    </>
  );
}

type ScanStepProps = { secret: AppSecret; onScanned: () => void; onClose: () => void };

function ScanStep({ secret: { secret, uri }, onScanned, onClose }: ScanStepProps) {
  return (
    <>
      <p className="small muted space-below-4">Step 1 of 3</p>
      <div className={styles.twoFactor}>
        <QrCodeImage matrix={qrMatrix(uri)} label="QR code for your authenticator app" />
        <div>
          <p>Scan this with your authenticator app.</p>
          <p className="small muted space-above-4">Or enter this key</p>
          <p className={styles.setupKey}>{inGroupsOfFour(secret)}</p>
          <CopyButton text={secret} what="key" shown />
        </div>
      </div>
      <div className="actions">
        <Button variant="primary" ref={useFocusOnMount<HTMLButtonElement>()} onClick={onScanned}>
          Continue
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </>
  );
}

const inGroupsOfFour = (secret: string) => secret.replaceAll(/.{4}(?=.)/g, '$& ');
