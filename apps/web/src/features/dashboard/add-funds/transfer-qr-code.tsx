import { qrMatrix } from '../../../wallet-ui/qr/qr-code.ts';
import { QrCodeImage } from '../../../wallet-ui/qr/qr-code-image.tsx';

export function TransferQrCode({ content }: { content: string }) {
  return <QrCodeImage matrix={qrMatrix(content)} label="QR code of the bank account and your reference" />;
}
