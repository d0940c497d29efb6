import { formatAmount, isMoreThan, subtract, type Amount, type FiatCode } from '@florin/money';
import { ShortOfMoney } from '../../../wallet-ui/short-of-money.tsx';
import { largestPurchase } from './payment.ts';
import type { Figures } from './purchase.ts';

type ShortOfTotalProps = {
  /** What the wallet that pays can spend; none where a card or a bank account pays. */
  available: Amount<FiatCode> | undefined;
  figures: Figures;
  onUse: (largest: Amount) => void;
};

/** The wallet that pays holds less than the total. */
export function ShortOfTotal({ available, figures: { payment, ...figures }, onUse }: ShortOfTotalProps) {
  const total: Amount<FiatCode> | undefined = available?.asset === 'USD' ? figures.total : payment?.total;
  if (!available || total?.asset !== available.asset || !isMoreThan(total, available)) return null;
  return (
    <ShortOfMoney currency={available.asset} most={largestPurchase(available, payment?.rate)} onUse={onUse}>
      <b>Insufficient balance.</b> Your {available.asset} balance is {formatAmount(available)}, which is{' '}
      {formatAmount(subtract(total, available))} less than the total.
    </ShortOfMoney>
  );
}
