import { feePercent, type priceBuy } from '@florin/money';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../wallet-ui/fee-summary.tsx';
import { PriceText } from '../../wallet-ui/price-text.tsx';

type PurchaseSumProps = { purchase: ReturnType<typeof priceBuy>; usdPerCoin: string };

/** The coins are an estimate: the server buys at the price of the moment. Amount, fee and total stand. */
export function PurchaseSum({ purchase, usdPerCoin }: PurchaseSumProps) {
  return (
    <FeeSummary
      lines={[
        { label: 'You get about', value: <AmountText amount={purchase.coins} /> },
        { label: 'Price', value: <PriceText usdPerCoin={usdPerCoin} exact /> },
        { label: 'Amount', value: <AmountText amount={purchase.amount} /> },
        { label: `Fee (${feePercent('buy')})`, value: <AmountText amount={purchase.fee} /> },
      ]}
      total={{ label: 'Total', value: <AmountText amount={purchase.total} /> }}
    />
  );
}
