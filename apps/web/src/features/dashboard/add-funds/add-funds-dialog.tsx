import type { PaymentMethod } from '@florin/contract';
import { formatAmount, type FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isLive } from '../../../api/page-settings.ts';
import { fundingInstructionsQuery } from '../../../api/queries-of-bank-transfers.ts';
import { paymentMethodsQuery } from '../../../api/queries.ts';
import { buttonClass, Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Segmented, type Segment } from '../../../ui/segmented.tsx';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { Loaded } from '../loaded.tsx';
import { DialogSkeleton } from '../money-dialog/dialog-skeleton.tsx';
import { OwedNotice } from '../money-dialog/owed-notice.tsx';
import { Track } from '../money-dialog/track.tsx';
import { AddFundsForm } from './add-funds-form.tsx';
import { BankTransfer } from './bank-transfer.tsx';
import { DepositDeclined } from './deposit-declined.tsx';
import { DepositOutcome } from './deposit-outcome.tsx';
import { DepositSum } from './deposit-sum.tsx';
import { depositMethods, type DepositOrder } from './deposit.ts';
import { useDeposit, type Deposit } from './use-deposit.ts';
import { useSimulatedTransfer } from './use-simulated-transfer.ts';
import { withAnotherCard } from './use-hosted-deposit.ts';
import { useWayToAdd, type WayToAdd } from './use-way-to-add.ts';
import styles from './bank-transfer.module.css';

type AddFundsDialogProps = { currency: FiatCode; open: boolean; onOpenChange: (open: boolean) => void };

export function AddFundsDialog({ currency, open, onOpenChange }: AddFundsDialogProps) {
  const query = useQuery({ ...paymentMethodsQuery, enabled: open });
  const methods = withAnotherCard(depositMethods(query.data ?? []));
  const deposit = useDeposit({ open, currency, methods });
  const isSlow = useDelayedFlag(deposit.busy);
  const accounts = useQuery({ ...fundingInstructionsQuery, enabled: open });
  // The choice is above the form, so the form does not move when the choice arrives.
  const isLate = useDelayedFlag(open && accounts.isPending);
  const transfer = useSimulatedTransfer({ open, wallet: currency, currency: deposit.fields.currency });
  const { way, choose, isOffered } = useWayToAdd({
    open,
    deposit,
    transfer,
    canTransfer: accounts.data?.length !== 0,
    canDeposit: query.data === undefined || methods.length > 0 || !isLive(),
  });
  const { stage } = deposit;
  const title = isSlow && stage.name === 'sending' ? `Adding ${formatAmount(stage.order.amount)}` : 'Add Funds';
  const onClose = () => onOpenChange(false);
  const skeleton = <DialogSkeleton loading="your payment methods" />;
  const isLoading = accounts.isPending && !isLate;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      {isInForm(deposit, isSlow) && <OwedNotice />}
      {isLoading && skeleton}
      {!isLoading && isOffered && isInForm(deposit, isSlow) && !transfer.arrived && (
        <Segmented className={styles.ways} label="How to add funds" segments={ways} value={way} onChange={choose} />
      )}
      {/* The form is hidden instead of removed, so the form keeps its input and focus when the choice changes. */}
      {!isLoading && (
        <div hidden={way !== 'card'}>
          <Loaded query={query} skeleton={skeleton}>
            {() =>
              methods.length === 0 && isLive() ? (
                <NoDepositMethod />
              ) : (
                <DepositStage {...{ deposit, methods, isSlow, onClose }} />
              )
            }
          </Loaded>
        </div>
      )}
      {!isLoading && way === 'transfer' && <BankTransfer query={accounts} transfer={transfer} onClose={onClose} />}
    </Dialog>
  );
}

const ways: readonly Segment<WayToAdd>[] = [
  { value: 'card', label: 'Card or bank account' },
  { value: 'transfer', label: 'Bank transfer' },
];

/** Whether the deposit's form is shown. A fast deposit shows no progress. */
const isInForm = ({ stage }: Deposit, isSlow: boolean) =>
  stage.name === 'entry' || (stage.name === 'sending' && !stage.isRetry && !isSlow);

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
      return isInForm(deposit, isSlow) ? (
        <AddFundsForm {...{ deposit, methods, onClose }} errors={noErrors} refusal={undefined} />
      ) : (
        <DepositInProgress order={stage.order} onClose={onClose} />
      );
    case 'declined':
      return <DepositDeclined {...{ deposit, methods }} order={stage.order} sentence={stage.sentence} />;
    case 'placed':
      return (
        <DepositOutcome
          amount={stage.order.amount}
          source={stage.order.method.label}
          placed={stage.placed}
          onClose={onClose}
          onMore={deposit.begin}
          onAgain={deposit.edit}
        />
      );
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
