import { formatAmount, isMoreThan, subtract, type Amount, type FiatCode } from '@florin/money';
import { Wallet } from 'lucide-react';
import { Notice } from '../../../ui/notice.tsx';
import { AddFundsLink, WaysOut } from '../../../wallet-ui/ways-out.tsx';
import { largestPurchase } from './payment.ts';
import type { Figures } from './purchase.ts';

type ShortOfTotalProps = {
  /** The available balance of the paying wallet; undefined if a card or bank account pays. */
  available: Amount<FiatCode> | undefined;
  figures: Figures;
  onUse: (largest: Amount) => void;
};

/** Warns that the paying wallet holds less than the total. */
export function ShortOfTotal({ available, figures: { payment, ...figures }, onUse }: ShortOfTotalProps) {
  const total: Amount<FiatCode> | undefined = available?.asset === 'USD' ? figures.total : payment?.total;
  if (!available || total?.asset !== available.asset || !isMoreThan(total, available)) return null;
  return (
    <Notice icon={Wallet} tone="warn" scrollsIntoView>
      <b>Insufficient balance.</b> Your {available.asset} balance is {formatAmount(available)}, which is{' '}
      {formatAmount(subtract(total, available))} less than the total.
      <WaysOut max={largestPurchase(available, payment?.rate)} onUse={onUse}>
        <AddFundsLink currency={available.asset} />
      </WaysOut>
    </Notice>
  );
}
