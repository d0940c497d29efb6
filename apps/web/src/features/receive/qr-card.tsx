import { formatAmount } from '@florin/money';
import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Rosette } from '../../ui/rosette.tsx';
import { toast } from '../../ui/toast.ts';
import { qrMatrix, type QrMatrix } from '../../wallet-ui/qr/qr-code.ts';
import { QrCodeImage } from '../../wallet-ui/qr/qr-code-image.tsx';
import { qrPng, qrSvg } from '../../wallet-ui/qr/qr-files.ts';
import { saveFile } from '../../wallet-ui/save-file.ts';
import type { Asked } from './asked.ts';
import styles from './receive.module.css';
import { brandName } from '../../ui/brand.ts';

type QrCardProps = { name: string; link: string; asked: Asked | undefined };

/** Shows the member's QR code, for another person to scan. */
export function QrCard({ name, link, asked }: QrCardProps) {
  const matrix = qrMatrix(link);
  return (
    <section className={`slab ${styles.card}`} aria-label="QR code">
      <Rosette size={720} />
      <div className={styles.inner}>
        <div className={styles.identity}>
          <img src="/mark.svg" width={24} height={24} alt="" />
          <span>{brandName}</span>
        </div>
        <QrCodeImage matrix={matrix} label="QR code of your payment link" />
        <div>
          <p className={styles.name}>{name}</p>
          <p className="small muted">{asked ? `Scan to pay ${formatAmount(asked.amount)}` : 'Scan to pay'}</p>
          {asked?.note && <p className={`small muted ${styles.note}`}>{asked.note}</p>}
        </div>
        <Downloads matrix={matrix} />
      </div>
    </section>
  );
}

/** Downloads the QR code as PNG, or as SVG for print. */
function Downloads({ matrix }: { matrix: QrMatrix }) {
  const save = (blob: Blob, name: string) => {
    saveFile(blob, name);
    toast.success('QR Code downloaded!');
  };
  const savePng = () =>
    qrPng(matrix).then(
      (blob) => save(blob, 'florin-qr-code.png'),
      () => toast.error('Could not create the image. Try the SVG instead.'),
    );
  return (
    <>
      <Button variant="slab" block onClick={() => void savePng()}>
        <Icon as={Download} />
        Download QR Code
      </Button>
      <Button variant="slab-outline" size="s" onClick={() => save(qrSvg(matrix), 'florin-qr-code.svg')}>
        SVG, for print
      </Button>
    </>
  );
}
