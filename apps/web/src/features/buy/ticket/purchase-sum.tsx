import { feePercent } from '@florin/money';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../../wallet-ui/fee-summary.tsx';
import { PriceText } from '../../../wallet-ui/price-text.tsx';
import type { Figures } from './purchase.ts';

type PurchaseSumProps = { figures: Figures; inCoins: boolean };

/** What is charged. Only without a held price something in it is an estimate: the coins, or what they cost. */
export function PurchaseSum({ figures, inCoins }: PurchaseSumProps) {
  const { coins, amount, fee, total, usdPerCoin, isEstimate } = figures;
  return (
    <FeeSummary
      lines={[
        { label: isEstimate && !inCoins ? 'You get about' : 'You get', value: <AmountText amount={coins} /> },
        { label: 'Price', value: <PriceText usdPerCoin={usdPerCoin} exact /> },
        ...(inCoins ? [{ label: 'Amount', value: <AmountText amount={amount} /> }] : []),
        { label: `Fee (${feePercent('buy')})`, value: <AmountText amount={fee} /> },
      ]}
      total={{ label: isEstimate && inCoins ? 'Total about' : 'Total', value: <AmountText amount={total} /> }}
    />
  );
}
