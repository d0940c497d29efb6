import type { Amount } from '@florin/money';
import { Button } from '../../ui/button.tsx';
import { CancelToDashboard } from '../../wallet-ui/cancel-to-dashboard.tsx';
import { plainCoins } from './plain-coins.ts';

/** `reason`: why nothing can be sold now. */
type SaleActionsProps = { amount: Amount; busy: boolean; reason?: string | undefined };

export function SaleActions({ amount, busy, reason }: SaleActionsProps) {
  return (
    <div className="actions stick">
      <Button type="submit" variant="primary" size="l" busy={busy} needsServer reason={reason}>
        {busy
          ? 'Processing...'
          : amount.units > 0n
            ? `Sell ${plainCoins(amount)} ${amount.asset}`
            : `Sell ${amount.asset}`}
      </Button>
      <CancelToDashboard busy={busy} />
    </div>
  );
}
