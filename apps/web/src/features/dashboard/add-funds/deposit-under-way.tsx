import { Button } from '../../../ui/button.tsx';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { Track } from '../money-dialog/track.tsx';
import { DepositSum } from './deposit-sum.tsx';
import type { DepositOrder } from './deposit.ts';

/** The answer takes its time. Closing the dialog stops nothing. */
export function DepositUnderWay({ order: { amount, method }, onClose }: { order: DepositOrder; onClose: () => void }) {
  return (
    <>
      <Track
        steps={[
          { label: `Sent to ${method.label}`, state: 'done' },
          { label: 'Your bank is answering', state: 'now' },
          { label: `In your ${currencyName[amount.asset]} wallet`, state: 'to come' },
        ]}
      />
      <DepositSum amount={amount} method={method} />
      <p className="small muted">You can close this: the deposit goes on.</p>
      <div className="actions">
        <Button variant="primary" busy>
          Processing...
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}
