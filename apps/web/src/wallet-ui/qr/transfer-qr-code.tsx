import { qrMatrix } from './qr-code.ts';
import { QrCodeImage } from './qr-code-image.tsx';

export function TransferQrCode({ content, label }: { content: string; label: string }) {
  return <QrCodeImage matrix={qrMatrix(content)} label={label} />;
}
