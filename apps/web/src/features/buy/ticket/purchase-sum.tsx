import { feePercent, type FiatCode } from '@florin/money';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { rateLine } from '../../../wallet-ui/exchange-rate.ts';
import { FeeSummary, type SumLine } from '../../../wallet-ui/fee-summary.tsx';
import { PriceText } from '../../../wallet-ui/price-text.tsx';
import type { Payment } from './payment.ts';
import type { Figures } from './purchase.ts';

type PurchaseSumProps = {
  figures: Figures;
  inCoins: boolean;
  /** The wallet or card that pays counts in it. */
  payFrom: FiatCode;
};

/** What is charged. Only without a held price something in it is an estimate: the coins, or what they cost. */
export function PurchaseSum({ figures, inCoins, payFrom }: PurchaseSumProps) {
  const { coins, amount, fee, total, usdPerCoin, isEstimate, payment } = figures;
  const isExchanged = payFrom !== 'USD';
  return (
    <FeeSummary
      lines={[
        { label: isEstimate && !inCoins ? 'You get about' : 'You get', value: <AmountText amount={coins} /> },
        { label: 'Price', value: <PriceText usdPerCoin={usdPerCoin} exact /> },
        ...(inCoins || isExchanged ? [{ label: 'Amount', value: <AmountText amount={amount} /> }] : []),
        { label: `Fee (${feePercent('buy')})`, value: <AmountText amount={fee} /> },
        ...(isExchanged && payment ? exchangeLines(payment) : []),
      ]}
      total={{
        label: isEstimate && (inCoins || isExchanged) ? 'Total about' : 'Total',
        value: isExchanged ? <PaymentTotal payment={payment} /> : <AmountText amount={total} />,
      }}
    />
  );
}

/** Dollars are bought with the other currency first. */
function exchangeLines({ fee, total: { asset }, rate }: Payment): SumLine[] {
  return [
    ...(rate === undefined ? [] : [{ label: 'Rate', value: rateLine({ from: asset, to: 'USD', rate }) }]),
    { label: `Exchange fee (${feePercent('exchange')})`, value: <AmountText amount={fee} /> },
  ];
}

/** The rate comes with the first price. */
const PaymentTotal = ({ payment }: { payment: Payment | undefined }) =>
  payment ? <AmountText amount={payment.total} /> : <Skeleton width={120} height={28} />;
