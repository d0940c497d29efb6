import type { PaymentMethod } from '@florin/contract';
import { formatAmount, type FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isLive } from '../../../api/page-settings.ts';
import { paymentMethodsQuery } from '../../../api/queries.ts';
import { buttonClass, Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { Loaded } from '../loaded.tsx';
import { DialogSkeleton } from '../money-dialog/dialog-skeleton.tsx';
import { Track } from '../money-dialog/track.tsx';
import { AddFundsForm } from './add-funds-form.tsx';
import { DepositDeclined } from './deposit-declined.tsx';
import { DepositOutcome } from './deposit-outcome.tsx';
import { DepositSum } from './deposit-sum.tsx';
import { depositMethods, type DepositOrder } from './deposit.ts';
import { useDeposit, type Deposit } from './use-deposit.ts';

type AddFundsDialogProps = { currency: FiatCode; open: boolean; onOpenChange: (open: boolean) => void };

export function AddFundsDialog({ currency, open, onOpenChange }: AddFundsDialogProps) {
  const query = useQuery({ ...paymentMethodsQuery, enabled: open });
  const methods = depositMethods(query.data ?? []);
  const deposit = useDeposit({ open, currency, methods });
  const isSlow = useDelayedFlag(deposit.busy);
  const { stage } = deposit;
  const title = isSlow && stage.name === 'sending' ? `Adding ${formatAmount(stage.order.amount)}` : 'Add Funds';
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <Loaded query={query} skeleton={<DialogSkeleton loading="your payment methods" />}>
        {() =>
          methods.length === 0 && isLive() ? (
            <NoDepositMethod />
          ) : (
            <DepositStage {...{ deposit, methods, isSlow }} onClose={() => onOpenChange(false)} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

const noErrors = {};

type DepositStageProps = {
  deposit: Deposit;
  methods: readonly PaymentMethod[];
  isSlow: boolean;
  onClose: () => void;
};

function DepositStage({ deposit, methods, isSlow, onClose }: DepositStageProps) {
  const { stage } = deposit;
  switch (stage.name) {
    case 'entry':
      return <AddFundsForm {...{ deposit, methods, onClose }} errors={deposit.errors} refusal={deposit.refusal} />;
    case 'sending':
      return isSlow || stage.isRetry ? (
        <DepositInProgress order={stage.order} onClose={onClose} />
      ) : (
        <AddFundsForm {...{ deposit, methods, onClose }} errors={noErrors} refusal={undefined} />
      );
    case 'declined':
      return <DepositDeclined {...{ deposit, methods }} order={stage.order} sentence={stage.sentence} />;
    case 'placed':
      return <DepositOutcome {...{ deposit, onClose }} order={stage.order} placed={stage.placed} />;
  }
}

function NoDepositMethod() {
  return (
    <EmptyState
      title="This server has no deposit method yet."
      action={
        <Link className={buttonClass({ size: 's' })} to="/receive">
          Receive money
        </Link>
      }
    >
      Ask your administrator to add one. You can still receive money.
    </EmptyState>
  );
}

/** Shows the progress of a slow deposit. The deposit continues when the dialog closes. */
function DepositInProgress({ order: { amount, method }, onClose }: { order: DepositOrder; onClose: () => void }) {
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

const slowMs = 400;

/** Returns true once `active` has been true for 400 ms. Avoids flashing a progress view. */
function useDelayedFlag(active: boolean): boolean {
  const [isElapsed, setIsElapsed] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setIsElapsed(true), slowMs);
    return () => {
      clearTimeout(timer);
      setIsElapsed(false);
    };
  }, [active]);
  return active && isElapsed;
}
