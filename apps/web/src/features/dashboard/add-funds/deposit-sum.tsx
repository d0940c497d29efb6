import type { PaymentMethod } from '@florin/contract';
import { zero, type Amount } from '@florin/money';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../../wallet-ui/fee-summary.tsx';
import { shortName } from './deposit.ts';

export function DepositSum({ amount, method }: { amount: Amount; method: PaymentMethod | undefined }) {
  return (
    <FeeSummary
      lines={[
        { label: 'Added', value: <AmountText amount={amount} /> },
        { label: 'Fee', value: <AmountText amount={zero(amount.asset)} /> },
      ]}
      total={{ label: totalLabel(method), value: <AmountText amount={amount} /> }}
    />
  );
}

/** Returns the label of the total, such as `Visa is charged` or `Sandbox Bank sends`. */
function totalLabel(method: PaymentMethod | undefined): string {
  if (!method) return 'You pay';
  return method.type === 'bank' ? `${shortName(method)} sends` : `${shortName(method)} is charged`;
}
