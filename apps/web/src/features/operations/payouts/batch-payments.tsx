import type { BatchPayment, PaymentBatch } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { fromExact } from '../../../api/exact.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { ibanInGroups } from '../bank/in-groups.ts';
import { Loaded } from '../loaded.tsx';
import { batchPaymentsQuery } from '../operations-queries.ts';
import { paymentWords, payoutsText, totalOf } from './payout-words.ts';
import styles from './payouts.module.css';

/** The list is focusable, because keyboard users must be able to scroll a long list. */
const focusable = 0;

/** Lists the recipients and amounts of a batch. */
export function BatchPayments({ batch }: { batch: PaymentBatch }) {
  const query = useQuery(batchPaymentsQuery(batch.id));
  return (
    <Loaded query={query}>
      {(payments) => (
        <section className={styles.payments} aria-label={`Payments of batch ${batch.number}`} tabIndex={focusable}>
          <ul>
            {payments.map((payment) => (
              <Payment key={payment.id} payment={payment} isProposed={batch.state === 'proposed'} />
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  );
}

function Payment({ payment, isProposed }: { payment: BatchPayment; isProposed: boolean }) {
  const { kind, name, email, method, currency, amount_exact: amount, state } = payment;
  const words = [
    kind === 'return_to_payer' && 'Back to its payer',
    !(isProposed && state === 'batched') && paymentWords[state],
  ].filter(Boolean);
  return (
    <li>
      <span className={styles.payee}>
        <bdi>{name}</bdi>
        {email !== null && <span className="small muted">{email}</span>}
        <span className="small muted">{ibanInGroups(method)}</span>
        {words.length > 0 && <span className="small muted">{words.join(', ')}</span>}
      </span>
      <AmountText amount={fromExact(currency, amount)} />
    </li>
  );
}

type PaymentsDialogProps = { batch: PaymentBatch; open: boolean; onClose: () => void };

export function PaymentsDialog({ batch, open, onClose }: PaymentsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title={`Batch ${batch.number}`}
      description={`${payoutsText(batch.count)}, ${totalOf(batch)} in total, from ${batch.account}.`}
    >
      <BatchPayments batch={batch} />
    </Dialog>
  );
}
