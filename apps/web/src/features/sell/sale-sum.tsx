import { feePercent, negate } from '@florin/money';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { rateLine } from '../../wallet-ui/exchange-rate.ts';
import { FeeSummary, type SumLine } from '../../wallet-ui/fee-summary.tsx';
import type { Payout } from './payout.ts';
import type { SaleFigures } from './sale.ts';
import { fees } from '../../api/fees.ts';

export function SaleSum({ figures: { value, fee, proceeds, isEstimate, payout } }: { figures: SaleFigures }) {
  return (
    <FeeSummary
      className="fee"
      lines={[
        { label: 'Estimated value', value: <AmountText amount={value} /> },
        { label: `Fee (${feePercent(fees.sell)})`, value: <AmountText amount={negate(fee)} /> },
        ...(payout ? exchangeLines(payout) : []),
      ]}
      total={{
        label: isEstimate ? 'You get about' : 'You get',
        value: payout ? <Received {...payout} /> : <AmountText amount={proceeds} />,
      }}
    />
  );
}

/** The lines of the exchange from dollars. */
const exchangeLines = ({ currency, fee, rate }: Payout): SumLine[] => [
  { label: `Exchange fee (${feePercent(fees.exchange)})`, value: <AmountText amount={negate(fee)} /> },
  ...(rate === undefined ? [] : [{ label: 'Rate', value: rateLine({ from: 'USD', to: currency, rate }) }]),
];

/** Shows a placeholder until the first quote brings the rate. */
const Received = ({ received }: Payout) =>
  received ? <AmountText amount={received} /> : <Skeleton width={120} height={28} />;
