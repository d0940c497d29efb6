import { Button } from '../../../ui/button.tsx';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { Track } from '../money-dialog/track.tsx';
import { DepositSum } from './deposit-sum.tsx';
import type { DepositOrder } from './deposit.ts';

/** Shows the progress of a slow deposit. The deposit continues when the dialog closes. */
export function DepositInProgress({
  order: { amount, method },
  onClose,
}: {
  order: DepositOrder;
  onClose: () => void;
}) {
  return (
    <>
      <Track
        steps={[
          { label: `Sent to ${method.label}`, state: 'done' },
          { label: 'Waiting for your bank', state: 'in progress' },
          { label: `In your ${currencyName[amount.asset]} wallet`, state: 'upcoming' },
        ]}
      />
      <DepositSum amount={amount} method={method} />
      <p className="small muted">You can close this; the deposit continues.</p>
      <div className="actions">
        <Button variant="primary" busy>
          Processing...
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}
