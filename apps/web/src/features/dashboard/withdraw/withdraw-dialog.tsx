import type { FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paymentMethodsQuery, walletsQuery } from '../../../api/queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { BankAccountForm } from '../../../wallet-ui/bank-account/bank-account-form.tsx';
import { inCurrency } from '../../../wallet-ui/bank-account/account-currency.ts';
import { walletOf } from '../balances.ts';
import { Loaded } from '../loaded.tsx';
import { DialogSkeleton } from '../money-dialog/dialog-skeleton.tsx';
import { useOnOpen } from '../money-dialog/use-on-open.ts';
import { useWithdrawal, type Withdrawal } from './use-withdrawal.ts';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawalOutcome } from './withdrawal-outcome.tsx';
import { bankAccounts } from './withdrawal.ts';

type WithdrawDialogProps = { currency: FiatCode; open: boolean; onOpenChange: (open: boolean) => void };

export function WithdrawDialog({ currency, open, onOpenChange }: WithdrawDialogProps) {
  const methods = useQuery({ ...paymentMethodsQuery, enabled: open });
  const withdrawal = useWithdrawal({ open, currency, accounts: bankAccounts(methods.data ?? []) });
  const [isAdding, setIsAdding] = useState(false);
  useOnOpen(open, () => setIsAdding(false));
  const close = () => onOpenChange(false);
  const { stage, busy } = withdrawal;
  const addsAccount = isAdding && stage.name === 'entry' && !busy;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={addsAccount ? `Add a bank account for ${inCurrency[withdrawal.currency]}` : 'Withdraw'}
    >
      {stage.name === 'placed' ? (
        <WithdrawalOutcome order={stage.order} placed={stage.placed} onClose={close} onAgain={withdrawal.edit} />
      ) : (
        <Loaded query={methods} skeleton={skeleton}>
          {() =>
            addsAccount ? (
              <BankAccountForm
                currency={withdrawal.currency}
                onAdded={({ id }) => {
                  withdrawal.change({ accountId: id });
                  setIsAdding(false);
                }}
                cancelLabel="Back"
                onCancel={() => setIsAdding(false)}
              />
            ) : (
              <WithdrawEntry {...{ withdrawal }} onAddAccount={() => setIsAdding(!busy)} onClose={close} />
            )
          }
        </Loaded>
      )}
    </Dialog>
  );
}

const skeleton = <DialogSkeleton loading="your wallet and bank accounts" />;

type WithdrawEntryProps = { withdrawal: Withdrawal; onAddAccount: () => void; onClose: () => void };

function WithdrawEntry({ withdrawal, ...actions }: WithdrawEntryProps) {
  const wallets = useQuery(walletsQuery);
  return (
    <Loaded query={wallets} skeleton={skeleton}>
      {(loaded) => <WithdrawForm {...{ withdrawal, ...actions }} wallet={walletOf(withdrawal.currency, loaded)} />}
    </Loaded>
  );
}
