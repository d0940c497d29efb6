import type { MarketItem } from '@florin/contract';
import { formatAmount, type Amount } from '@florin/money';
import { Button } from '../../../ui/button.tsx';
import { CancelToDashboard } from '../../../wallet-ui/cancel-to-dashboard.tsx';

type PurchaseActionsProps = {
  coin: MarketItem;
  /** Missing until there is something to be bought. */
  total: Amount<'USD'> | undefined;
  busy: boolean;
  /** It may have been bought already: trying again settles that, also while trading is paused. */
  isRetry: boolean;
};

export function PurchaseActions({ coin, total, busy, isRetry }: PurchaseActionsProps) {
  const words = `Buy ${coin.symbol}${total ? ` for ${formatAmount(total)}` : ''}`;
  return (
    <div className="actions stick">
      <Button
        type="submit"
        variant="primary"
        size="l"
        busy={busy}
        needsServer
        reason={coin.paused === null || isRetry ? undefined : `Trading in ${coin.name} is paused.`}
      >
        {busy ? 'Processing...' : words}
      </Button>
      <CancelToDashboard busy={busy} />
    </div>
  );
}
