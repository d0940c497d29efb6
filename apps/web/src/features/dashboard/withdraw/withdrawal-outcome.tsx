import type { Transaction } from '@florin/contract';
import { formatAmount, type Amount } from '@florin/money';
import { TriangleAlert } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DoneButton } from '../money-dialog/done-button.tsx';
import { HeldSum } from '../money-dialog/held-sum.tsx';
import { OutcomeHead, type OutcomeTone } from '../money-dialog/outcome-head.tsx';
import { stepsOf, Track } from '../money-dialog/track.tsx';
import { usePolledTransaction, type Placed } from '../money-dialog/use-polled-transaction.ts';
import { CancelWithdrawalButton, useCancelWithdrawal } from './cancel-withdrawal.tsx';
import type { WithdrawalOrder } from './withdrawal.ts';

type WithdrawalOutcomeProps = { order: WithdrawalOrder; placed: Placed; onClose: () => void; onAgain: () => void };

/** Shows the status of a withdrawal with its steps and the available balance. */
export function WithdrawalOutcome({ order, placed, onClose, onAgain }: WithdrawalOutcomeProps) {
  const { transaction, since } = usePolledTransaction(placed);
  const cancellation = useCancelWithdrawal(transaction.id);
  const { status, reason } = transaction;
  const { tone, title } = headOf(status, order.amount);
  return (
    <>
      <OutcomeHead tone={tone} title={title}>
        {order.account.label}
      </OutcomeHead>
      <Track steps={withdrawalSteps(transaction, order.account.name)} />
      {status === 'returned' && (
        <Notice icon={TriangleAlert} tone="bad">
          {reason && <b>{reason}</b>} The full amount is available again.
        </Notice>
      )}
      <HeldSum currency={transaction.currency} since={since} />
      {cancellation.refusal && (
        <Notice icon={TriangleAlert} tone="bad">
          {cancellation.refusal}
        </Notice>
      )}
      <div className="actions">
        <DoneButton onPress={onClose} />
        {transaction.can_cancel && <CancelWithdrawalButton cancellation={cancellation} />}
        {status === 'returned' && <Button onClick={onAgain}>Try again</Button>}
      </div>
    </>
  );
}

function headOf(status: Transaction['status'], amount: Amount): { tone: OutcomeTone; title: string } {
  const figure = formatAmount(amount);
  switch (status) {
    case 'pending':
      return { tone: 'wait', title: `${figure} is held` };
    case 'completed':
      return { tone: 'ok', title: `${figure} withdrawn` };
    case 'cancelled':
      return { tone: 'back', title: `${figure} cancelled` };
    case 'returned':
      return { tone: 'bad', title: `${figure} returned` };
  }
}

function withdrawalSteps(transaction: Transaction, bank = 'your bank') {
  const isSent = transaction.timeline.some(({ step, at }) => step === 'sent_to_bank' && at !== null);
  return stepsOf(transaction, {
    started: 'Held',
    sent_to_bank: isSent ? `Sent to ${bank}` : `Sending to ${bank}`,
    completed: `At ${bank}`,
    cancelled: 'Cancelled',
    returned: 'Returned',
  });
}
