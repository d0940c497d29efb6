import type { FiatCode } from '@florin/money';
import { useState } from 'react';
import { AddFundsDialog } from './add-funds/add-funds-dialog.tsx';
import { ExchangeDialog } from './exchange/exchange-dialog.tsx';
import { WithdrawDialog } from './withdraw/withdraw-dialog.tsx';

export type MoneyDialog = 'add-funds' | 'withdraw' | 'exchange';
export type OpenMoneyDialog = (dialog: MoneyDialog, currency: FiatCode) => void;

type Opened = { readonly dialog: MoneyDialog; readonly currency: FiatCode; readonly open: boolean };

/** Which of the three dialogs is open, and for which wallet. */
export function useMoneyDialogs() {
  const [opened, setOpened] = useState<Opened>({ dialog: 'add-funds', currency: 'USD', open: false });
  const openDialog: OpenMoneyDialog = (dialog, currency) => setOpened({ dialog, currency, open: true });
  const close = () => setOpened((before) => ({ ...before, open: false }));
  return { opened, openDialog, close };
}

/** All three are always there: what one of them has begun goes on when it is closed. */
export function MoneyDialogs({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const props = (dialog: MoneyDialog) => ({
    currency: opened.currency,
    open: opened.open && opened.dialog === dialog,
    onOpenChange: (open: boolean) => !open && onClose(),
  });
  return (
    <>
      <AddFundsDialog {...props('add-funds')} />
      <WithdrawDialog {...props('withdraw')} />
      <ExchangeDialog {...props('exchange')} />
    </>
  );
}
