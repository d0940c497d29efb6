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
import { AmountText } from '../amount-text.tsx';
import { FeeSummary } from '../fee-summary.tsx';
import { BalanceForRequest, missingFor } from './balance-for-request.tsx';
import { firstNameOf, partyName, sumOfRequest } from './request-words.ts';
import { usePayRequest } from './use-pay-request.ts';

type PayRequestDialogProps = { request: PaymentRequest; open: boolean; onClose: () => void };

/** The sum of a request, and the question whether to pay it. The payment itself lives here: its key outlasts the closing. */
export function PayRequestDialog({ request, open, onClose }: PayRequestDialogProps) {
  const [refusal, setRefusal] = useState<string>();
  const close = () => {
    setRefusal(undefined);
    onClose();
  };
  const { pay, isRetry, isUnanswered, busy } = usePayRequest(request, { onEnded: close, onRefused: setRefusal });
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && close()}
      title={`Pay ${partyName(request.requester)}`}
      description={request.note ?? request.requester.email}
    >
      <Sum request={request} />
      {open && !isUnanswered && <BalanceForRequest request={request} />}
      {refusal && (
        <Notice icon={TriangleAlert} tone="bad">
          {refusal}
        </Notice>
      )}
      <div className="actions req-act">
        {open && <PayButton request={request} isRetry={isRetry()} busy={busy} onPay={() => void pay()} />}
        <Button onClick={close}>Cancel</Button>
      </div>
    </Dialog>
  );
}

function Sum({ request }: { request: PaymentRequest }) {
  const { amount, fee, total } = sumOfRequest(request);
  return (
    <FeeSummary
      lines={[
        { label: `${firstNameOf(request.requester)} gets`, value: <AmountText amount={amount} /> },
        { label: `Fee (${feePercent('send')})`, value: <AmountText amount={fee} /> },
      ]}
      total={{ label: 'You pay', value: <AmountText amount={total} /> }}
    />
  );
}

type PayButtonProps = { request: PaymentRequest; isRetry: boolean; busy: boolean; onPay: () => void };

/** Where the last answer was lost, it may have been paid already: trying again settles that, whatever the balance says. */
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
