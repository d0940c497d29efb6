import './payment-request.css';
import type { PaymentRequest } from '@florin/contract';
import { feePercent, formatAmount } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { walletsQuery } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useIsOpen } from '../../ui/use-is-open.ts';
import { AmountText } from '../amount-text.tsx';
import { FeeSummary } from '../fee-summary.tsx';
import { BalanceForRequest, missingFor } from './balance-for-request.tsx';
import { partyName, sumOfRequest } from './request-words.ts';
import { unansweredWords, usePayRequest } from './use-pay-request.ts';
import styles from './payment-request.module.css';
import { fees } from '../../api/fees.ts';

type PayRequestDialogProps = { request: PaymentRequest; open: boolean; onClose: () => void };

/**
 * Shows the sum of a request and pays the request. Keep this component mounted while the dialog is closed. So a retry
 * sends the same idempotency key, and a running payment can report its result.
 */
export function PayRequestDialog({ request, open, onClose }: PayRequestDialogProps) {
  const [refusal, setRefusal] = useState<string>();
  const isOpen = useIsOpen(open);
  const close = () => {
    setRefusal(undefined);
    onClose();
  };
  const { pay, isRetry, inDoubt, busy } = usePayRequest(request, {
    // If the member closed this dialog during the call, another request's dialog may be open. Leave the other dialog
    // open.
    onEnded: () => isOpen() && close(),
    onRefused: (sentence) => (isOpen() ? setRefusal(sentence) : toast.error(sentence)),
  });
  const start = () => {
    setRefusal(undefined);
    void pay();
  };
  const message = refusal ?? (inDoubt ? unansweredWords : undefined);
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && close()}
      title={`Pay ${partyName(request.requester)}`}
      description={request.note ?? request.requester.email}
    >
      <Sum request={request} />
      {open && !inDoubt && <BalanceForRequest request={request} />}
      {message !== undefined && (
        <Notice icon={TriangleAlert} tone="bad">
          {message}
        </Notice>
      )}
      <div className={`actions ${styles.actions}`}>
        {open && <PayButton request={request} isRetry={isRetry()} busy={busy} onPay={start} />}
        <Button disabled={busy} onClick={close}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

function Sum({ request }: { request: PaymentRequest }) {
  const { amount, fee, total } = sumOfRequest(request);
  return (
    <FeeSummary
      lines={[
        { label: `${partyName(request.requester)} gets`, value: <AmountText amount={amount} /> },
        { label: `Fee (${feePercent(fees.send)})`, value: <AmountText amount={fee} /> },
      ]}
      total={{ label: 'You pay', value: <AmountText amount={total} /> }}
    />
  );
}

type PayButtonProps = { request: PaymentRequest; isRetry: boolean; busy: boolean; onPay: () => void };

/** A retry after a lost response is allowed with any balance, because the first payment may have succeeded. */
function PayButton({ request, isRetry, busy, onPay }: PayButtonProps) {
  const { data: wallets } = useQuery(walletsQuery);
  const { total } = sumOfRequest(request);
  const isShort = !isRetry && missingFor(request, wallets) !== undefined;
  return (
    <Button
      variant="primary"
      block
      busy={busy}
      needsServer
      reason={isShort ? 'Add funds first.' : undefined}
      {...(!isShort && { onClick: onPay })}
    >
      {busy ? 'Processing...' : `Pay ${formatAmount(total)}`}
    </Button>
  );
}
