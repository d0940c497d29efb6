import { feePercent, negate } from '@florin/money';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../wallet-ui/fee-summary.tsx';
import type { SaleFigures } from './sale.ts';

export function SaleSum({ figures: { value, fee, proceeds, isEstimate } }: { figures: SaleFigures }) {
  return (
    <FeeSummary
      className="fee"
      lines={[
        { label: 'Estimated value', value: <AmountText amount={value} /> },
        { label: `Fee (${feePercent('sell')})`, value: <AmountText amount={negate(fee)} /> },
      ]}
      total={{ label: isEstimate ? 'You get about' : 'You get', value: <AmountText amount={proceeds} /> }}
    />
  );
}
