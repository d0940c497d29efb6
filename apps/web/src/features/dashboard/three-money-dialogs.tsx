import './money-dialog/money-dialog.css';
import { AddFundsDialog } from './add-funds/add-funds-dialog.tsx';
import { ExchangeDialog } from './exchange/exchange-dialog.tsx';
import type { MoneyDialog, Opened } from './money-dialogs.tsx';
import { WithdrawDialog } from './withdraw/withdraw-dialog.tsx';

type ThreeMoneyDialogsProps = { opened: Opened; onClose: () => void };

/** All three are there once one of them was opened: what it has begun goes on when it is closed. */
export function ThreeMoneyDialogs({ opened, onClose }: ThreeMoneyDialogsProps) {
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
