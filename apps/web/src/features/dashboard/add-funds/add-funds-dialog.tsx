import type { PaymentMethod } from '@florin/contract';
import { formatAmount, type FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isLive } from '../../../api/page-settings.ts';
import { paymentMethodsQuery } from '../../../api/queries.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../loaded.tsx';
import { DialogSkeleton } from '../money-dialog/dialog-skeleton.tsx';
import { useDelayedFlag } from '../money-dialog/use-delayed-flag.ts';
import { AddFundsForm } from './add-funds-form.tsx';
import { depositMethods } from './deposit.ts';
import { DepositDeclined } from './deposit-declined.tsx';
import { DepositOutcome } from './deposit-outcome.tsx';
import { DepositInProgress } from './deposit-in-progress.tsx';
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
      return (
        <AddFundsForm
          {...{ deposit, methods, onClose }}
          errors={stage.errors}
          refusal={stage.refusal ?? deposit.unanswered}
        />
      );
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
