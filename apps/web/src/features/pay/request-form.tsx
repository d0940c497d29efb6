import type { PaymentRequest } from '@florin/contract';
import { feePercent, formatAmount } from '@florin/money';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { CancelToDashboard } from '../../wallet-ui/cancel-to-dashboard.tsx';
import { ConfirmEmailFirst } from '../../wallet-ui/confirm-email-first.tsx';
import { FeeSummary } from '../../wallet-ui/fee-summary.tsx';
import { BalanceForRequest } from '../../wallet-ui/payment-request/balance-for-request.tsx';
import { partyName, daysLeftText, sumOfRequest } from '../../wallet-ui/payment-request/request-words.ts';
import { unansweredWords, usePayRequest } from '../../wallet-ui/payment-request/use-pay-request.ts';
import styles from './pay.module.css';
import { fees } from '../../api/fees.ts';

/** Pays a request. The amount is fixed, so the form has no fields. */
export function RequestForm({ request }: { request: PaymentRequest }) {
  const [refusal, setRefusal] = useState<string>();
  // After the request ended, the button stays disabled until the reloaded request replaces this form.
  const [ended, setEnded] = useState(false);
  const { pay, inDoubt, busy } = usePayRequest(request, { onEnded: () => setEnded(true), onRefused: setRefusal });
  const start = () => {
    setRefusal(undefined);
    void pay();
  };
  const message = refusal ?? (inDoubt ? unansweredWords : undefined);
  const { amount, fee, total } = sumOfRequest(request);
  return (
    <div className={styles.right}>
      <h1>Pay the request</h1>
      <p className="muted">{daysLeftText(request.expires_at)}</p>
      <FeeSummary
        lines={[
          { label: `${partyName(request.requester)} gets`, value: <AmountText amount={amount} /> },
          { label: `Fee (${feePercent(fees.send)})`, value: <AmountText amount={fee} /> },
        ]}
        total={{ label: 'You pay', value: <AmountText amount={total} /> }}
      />
      <ConfirmEmailFirst to="pay requests" />
      {!inDoubt && <BalanceForRequest request={request} />}
      {message !== undefined && (
        <Notice icon={TriangleAlert} tone="bad">
          {message}
        </Notice>
      )}
      <div className="buttons">
        <Button variant="primary" size="l" busy={busy} disabled={ended} needsServer onClick={start}>
          {busy ? 'Processing...' : `Pay ${formatAmount(total)}`}
        </Button>
        <CancelToDashboard busy={busy} />
      </div>
    </div>
  );
}
