import type { PublicInvoice } from '@florin/contract';
import { TransferQr } from '../../wallet-ui/qr/transfer-qr.tsx';
import styles from './pay-invoice.module.css';

/** Shows how to pay an invoice by bank transfer. */
export function TransferDetails({ transfer }: { transfer: NonNullable<PublicInvoice['transfer']> }) {
  const { holder, bank, account, reference, qr } = transfer;
  const rows = [
    { label: 'Account holder', value: holder },
    { label: 'Bank', value: bank },
    ...account,
    { label: 'Reference', value: reference },
  ];
  return (
    <section className={`sheet ${styles.box}`} aria-labelledby="by-transfer">
      <h2 id="by-transfer">Or pay by bank transfer</h2>
      <dl className={styles.rows}>
        {rows.map(({ label, value }) => (
          <div key={label}>
            <dt className="small muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {qr !== null && (
        <TransferQr
          content={qr}
          label="QR code of the bank transfer"
          hint="It fills in the account, the reference and the amount."
        />
      )}
    </section>
  );
}
