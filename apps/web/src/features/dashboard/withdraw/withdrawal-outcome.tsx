import type { Transaction } from '@florin/contract';
import { formatAmount, type Amount } from '@florin/money';
import { TriangleAlert } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DoneButton } from '../money-dialog/done-button.tsx';
import { HeldSum } from '../money-dialog/held-sum.tsx';
import { OutcomeHead, type OutcomeTone } from '../money-dialog/outcome-head.tsx';
import { stepsOf, Track } from '../money-dialog/track.tsx';
import { useFollowedTransaction, type Placed } from '../money-dialog/use-followed-transaction.ts';
import { CallBackButton, useCallBack } from './call-back.tsx';
import type { WithdrawalOrder } from './withdrawal.ts';

type WithdrawalOutcomeProps = { order: WithdrawalOrder; placed: Placed; onClose: () => void; onAgain: () => void };

/** Held, then at the bank, called back or returned: each with the way it took and what is free to use now. */
export function WithdrawalOutcome({ order, placed, onClose, onAgain }: WithdrawalOutcomeProps) {
  const { transaction, since } = useFollowedTransaction(placed);
  const callBack = useCallBack(transaction.id);
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
          {reason && <b>{reason}</b>} The whole amount is free to use again.
        </Notice>
      )}
      <HeldSum currency={transaction.currency} since={since} />
      {callBack.refusal && (
        <Notice icon={TriangleAlert} tone="bad">
          {callBack.refusal}
        </Notice>
      )}
      <div className="actions">
        <DoneButton onPress={onClose} />
        {transaction.can_cancel && <CallBackButton callBack={callBack} />}
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
      return { tone: 'back', title: `${figure} called back` };
    case 'returned':
      return { tone: 'bad', title: `${figure} came back` };
  }
}

function withdrawalSteps(transaction: Transaction, bank = 'your bank') {
  const isSent = transaction.timeline.some(({ step, at }) => step === 'sent_to_bank' && at !== null);
  return stepsOf(transaction, {
    started: 'Held',
    sent_to_bank: isSent ? `Sent to ${bank}` : `Goes to ${bank}`,
    completed: `At ${bank}`,
    cancelled: 'Called back',
    returned: 'Came back',
  });
}
