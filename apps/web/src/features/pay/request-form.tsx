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
import { firstNameOf, daysLeftText, sumOfRequest } from '../../wallet-ui/payment-request/request-words.ts';
import { unansweredWords, usePayRequest } from '../../wallet-ui/payment-request/use-pay-request.ts';

/** The amount is what was asked for, so there is nothing to fill in. */
export function RequestForm({ request }: { request: PaymentRequest }) {
  const [refusal, setRefusal] = useState<string>();
  // However it ended: the request is loaded again and says so. Until then there is nothing to press.
  const [ended, setEnded] = useState(false);
  const { pay, inDoubt, busy } = usePayRequest(request, { onEnded: () => setEnded(true), onRefused: setRefusal });
  const start = () => {
    setRefusal(undefined);
    void pay();
  };
  const said = refusal ?? (inDoubt ? unansweredWords : undefined);
  const { amount, fee, total } = sumOfRequest(request);
  return (
    <div className="pay-r">
      <h1>Pay the request</h1>
      <p className="muted">{daysLeftText(request.expires_at)}</p>
      <FeeSummary
        lines={[
          { label: `${firstNameOf(request.requester)} gets`, value: <AmountText amount={amount} /> },
          { label: `Fee (${feePercent('send')})`, value: <AmountText amount={fee} /> },
        ]}
        total={{ label: 'You pay', value: <AmountText amount={total} /> }}
      />
      <ConfirmEmailFirst to="pay requests" />
      {!inDoubt && <BalanceForRequest request={request} />}
      {said !== undefined && (
        <Notice icon={TriangleAlert} tone="bad">
          {said}
        </Notice>
      )}
      <div className="btns">
        <Button variant="primary" size="l" busy={busy} disabled={ended} needsServer onClick={start}>
          {busy ? 'Processing...' : `Pay ${formatAmount(total)}`}
        </Button>
        <CancelToDashboard busy={busy} />
      </div>
    </div>
  );
}
