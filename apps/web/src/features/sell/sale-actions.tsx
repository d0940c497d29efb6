import { Button } from '../../ui/button.tsx';
import { CancelToDashboard } from '../../wallet-ui/cancel-to-dashboard.tsx';

type SaleActionsProps = {
  busy: boolean;
  /** The reason why Sell is disabled. */
  reason?: string | undefined;
};

export function SaleActions({ busy, reason }: SaleActionsProps) {
  return (
    <div className="actions stick">
      <Button type="submit" variant="primary" size="l" busy={busy} needsServer reason={reason}>
        {busy ? 'Processing...' : 'Sell'}
      </Button>
      <CancelToDashboard busy={busy} />
    </div>
  );
}
