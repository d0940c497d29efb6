import './money-dialog/money-dialog.css';
import './money-dialog/money-dialog.module.css';
import { AddFundsDialog } from './add-funds/add-funds-dialog.tsx';
import { ExchangeDialog } from './exchange/exchange-dialog.tsx';
import type { MoneyDialog, Opened } from './money-dialog/opened.ts';
import { WithdrawDialog } from './withdraw/withdraw-dialog.tsx';

type AllMoneyDialogsProps = { opened: Opened; onClose: () => void };

/** Renders all three dialogs once one was opened. A transaction in progress continues when its dialog closes. */
export function AllMoneyDialogs({ opened, onClose }: AllMoneyDialogsProps) {
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
