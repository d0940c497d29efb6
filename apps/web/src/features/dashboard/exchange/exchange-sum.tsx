import { feePercent, type Amount, type FiatCode } from '@florin/money';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../../wallet-ui/fee-summary.tsx';
import { fees } from '../../../api/fees.ts';

type Sum = { amount: Amount<FiatCode>; fee: Amount<FiatCode>; total: Amount<FiatCode> };

export function ExchangeSum({ sum: { amount, fee, total } }: { sum: Sum }) {
  return (
    <FeeSummary
      lines={[
        { label: 'Exchanged', value: <AmountText amount={amount} /> },
        { label: `Fee (${feePercent(fees.exchange)})`, value: <AmountText amount={fee} /> },
      ]}
      total={{ label: 'Total', value: <AmountText amount={total} /> }}
    />
  );
}
