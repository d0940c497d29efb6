import { endpoints, type Invoice } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { isPayable } from '../../wallet-ui/invoice/invoice-words.ts';
import { CreditDialog } from './credit-dialog.tsx';
import { notMailed } from './draft-actions.tsx';
import { RecordPaymentDialog } from './record-payment-dialog.tsx';
import { useInvoiceChange } from './use-invoice-change.ts';
import styles from './invoices.module.css';

/** Sends a reminder of an invoice, credits the invoice, or records a payment. */
export function IssuedActions({ invoice }: { invoice: Invoice }) {
  const [dialog, setDialog] = useState<'credit' | 'record'>();
  const { run, busy, error } = useInvoiceChange<Invoice>({
    call: () => api.call(endpoints.remindOfInvoice, { params: { id: invoice.id } }),
    done: 'Reminder requested',
    onDone: ({ email_sent }) => email_sent === false && toast.info(notMailed),
  });
  if (!isPayable(invoice.state)) return null;
  const close = () => setDialog(undefined);
  return (
    <section className={`sheet ${styles.box}`} aria-labelledby="next-steps">
      <h2 id="next-steps">Next steps</h2>
      {error && (
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(error)}
        </Notice>
      )}
      <div className={styles.stack}>
        {invoice.customer_email !== null && (
          <Button
            busy={busy}
            needsServer
            reason={invoice.can_remind ? undefined : 'You can send one email a day.'}
            onClick={() => run()}
          >
            Send a reminder
          </Button>
        )}
        <Button onClick={() => setDialog('record')}>Record a payment</Button>
        <Button onClick={() => setDialog('credit')}>Credit note</Button>
      </div>
      <RecordPaymentDialog invoice={invoice} open={dialog === 'record'} onClose={close} />
      {dialog === 'credit' && <CreditDialog invoice={invoice} onClose={close} />}
    </section>
  );
}
