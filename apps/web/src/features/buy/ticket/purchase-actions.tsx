import type { MarketItem } from '../../../api/read/answers.ts';
import { Button } from '../../../ui/button.tsx';
import { CancelToDashboard } from '../../../wallet-ui/cancel-to-dashboard.tsx';

type PurchaseActionsProps = {
  coin: MarketItem;
  busy: boolean;
  /** True after a lost response. A retry is allowed while trading is paused, because the purchase may have succeeded. */
  isRetry: boolean;
};

export function PurchaseActions({ coin, busy, isRetry }: PurchaseActionsProps) {
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
        {busy ? 'Processing...' : 'Buy'}
      </Button>
      <CancelToDashboard busy={busy} />
    </div>
  );
}
