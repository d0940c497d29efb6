import { taxRateText, type InvoiceTotals } from '@florin/money';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../wallet-ui/fee-summary.tsx';

/** Shows the totals of the lines, computed in the same way as on the server. */
export const LiveTotals = ({ totals: { net, taxes, total } }: { totals: InvoiceTotals }) => (
  <FeeSummary
    lines={[
      { label: 'Net', value: <AmountText amount={net} /> },
      ...taxes.map(({ rate, tax }) => ({ label: `Tax ${taxRateText(rate)}%`, value: <AmountText amount={tax} /> })),
    ]}
    total={{ label: 'Total', value: <AmountText amount={total} /> }}
  />
);
