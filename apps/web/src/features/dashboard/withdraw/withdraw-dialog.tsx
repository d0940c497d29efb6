import type { PaymentMethod } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { isLive } from '../../../api/page-settings.ts';
import { paymentMethodsQuery, walletsQuery } from '../../../api/queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { walletOf } from '../balances.ts';
import { Loaded } from '../loaded.tsx';
import { DialogSkeleton } from '../money-dialog/dialog-skeleton.tsx';
import { useWithdrawal, type Withdrawal } from './use-withdrawal.ts';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawalOutcome } from './withdrawal-outcome.tsx';
import { bankAccounts } from './withdrawal.ts';

type WithdrawDialogProps = { currency: FiatCode; open: boolean; onOpenChange: (open: boolean) => void };

export function WithdrawDialog({ currency, open, onOpenChange }: WithdrawDialogProps) {
  const methods = useQuery({ ...paymentMethodsQuery, enabled: open });
  const accounts = bankAccounts(methods.data ?? []);
  const withdrawal = useWithdrawal({ open, currency, accounts });
  const close = () => onOpenChange(false);
  const { stage } = withdrawal;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Withdraw">
      {stage.name === 'placed' ? (
        <WithdrawalOutcome order={stage.order} placed={stage.placed} onClose={close} onAgain={withdrawal.edit} />
      ) : (
        <Loaded query={methods} skeleton={skeleton}>
          {() => <WithdrawEntry {...{ withdrawal, accounts }} onClose={close} />}
        </Loaded>
      )}
    </Dialog>
  );
}

const skeleton = <DialogSkeleton loading="your wallet and bank accounts" />;

type WithdrawEntryProps = {
  withdrawal: Withdrawal;
  accounts: readonly PaymentMethod[];
  onClose: () => void;
};

function WithdrawEntry({ withdrawal, accounts, onClose }: WithdrawEntryProps) {
  const wallets = useQuery(walletsQuery);
  if (accounts.length === 0 && isLive()) return <EmptyState title="This server has no withdrawal method yet." />;
  return (
    <Loaded query={wallets} skeleton={skeleton}>
      {(loaded) => (
        <WithdrawForm {...{ withdrawal, onClose }} wallet={walletOf(withdrawal.currency, loaded)} accounts={accounts} />
      )}
    </Loaded>
  );
}
