import { feePercent, negate, type priceSell } from '@florin/money';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../wallet-ui/fee-summary.tsx';

/** An estimate: the server sells at the price of the moment. */
export function SaleSum({ sale }: { sale: ReturnType<typeof priceSell> }) {
  return (
    <FeeSummary
      className="fee"
      lines={[
        { label: 'Estimated value', value: <AmountText amount={sale.value} /> },
        { label: `Fee (${feePercent('sell')})`, value: <AmountText amount={negate(sale.fee)} /> },
      ]}
      total={{ label: 'You get', value: <AmountText amount={sale.proceeds} /> }}
    />
  );
}
