import { Button } from '../../../../ui/button.tsx';
import { useFocusOnMount } from '../../../../ui/use-focus-on-mount.ts';
import { CopyButton } from '../../../../wallet-ui/copy-button.tsx';
import { qrMatrix } from '../../../../wallet-ui/qr/qr-code.ts';
import { QrCodeImage } from '../../../../wallet-ui/qr/qr-code-image.tsx';
import type { AppSecret } from './app-secret.ts';

type ScanStepProps = { secret: AppSecret; onScanned: () => void; onClose: () => void };

export function ScanStep({ secret: { secret, uri }, onScanned, onClose }: ScanStepProps) {
  return (
    <>
      <p className="small muted mb-4">Step 1 of 3</p>
      <div className="tfa">
        <QrCodeImage matrix={qrMatrix(uri)} label="QR code for your authenticator app" />
        <div>
          <p>Scan this with your authenticator app.</p>
          <p className="small muted mt-4">Or enter this key</p>
          <p className="key-l">{inGroupsOfFour(secret)}</p>
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
