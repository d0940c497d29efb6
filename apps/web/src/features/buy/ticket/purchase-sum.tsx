import { feePercent, type FiatCode } from '@florin/money';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { rateLine } from '../../../wallet-ui/exchange-rate.ts';
import { FeeSummary, type SumLine } from '../../../wallet-ui/fee-summary.tsx';
import { PriceText } from '../../../wallet-ui/price-text.tsx';
import type { Payment } from './payment.ts';
import type { Figures } from './purchase.ts';
import { fees } from '../../../api/fees.ts';

type PurchaseSumProps = {
  figures: Figures;
  inCoins: boolean;
  /** The currency of the wallet or card that pays. */
  payFrom: FiatCode;
};

/** Shows the sum of a purchase. Without a quote the coins, or the cost of typed coins, are an estimate. */
export function PurchaseSum({ figures, inCoins, payFrom }: PurchaseSumProps) {
  const { coins, amount, fee, total, usdPerCoin, isEstimate, payment } = figures;
  const isExchanged = payFrom !== 'USD';
  return (
    <FeeSummary
      lines={[
        { label: isEstimate && !inCoins ? 'You get about' : 'You get', value: <AmountText amount={coins} /> },
        { label: 'Price', value: <PriceText usdPerCoin={usdPerCoin} exact /> },
        ...(inCoins || isExchanged ? [{ label: 'Amount', value: <AmountText amount={amount} /> }] : []),
        { label: `Fee (${feePercent(fees.buy)})`, value: <AmountText amount={fee} /> },
        ...(isExchanged && payment ? exchangeLines(payment) : []),
      ]}
      total={{
        label: isEstimate && (inCoins || isExchanged) ? 'Total about' : 'Total',
        value: isExchanged ? <PaymentTotal payment={payment} /> : <AmountText amount={total} />,
      }}
    />
  );
}

/** The lines of the exchange into dollars. */
function exchangeLines({ fee, total: { asset }, rate }: Payment): SumLine[] {
  return [
    ...(rate === undefined ? [] : [{ label: 'Rate', value: rateLine({ from: asset, to: 'USD', rate }) }]),
    { label: `Exchange fee (${feePercent(fees.exchange)})`, value: <AmountText amount={fee} /> },
  ];
}

/** Shows a placeholder until the first quote brings the rate. */
const PaymentTotal = ({ payment }: { payment: Payment | undefined }) =>
  payment ? <AmountText amount={payment.total} /> : <Skeleton width={120} height={28} />;
