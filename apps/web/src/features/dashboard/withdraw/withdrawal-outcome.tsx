import { endpoints, type Transaction } from '@florin/contract';
import { formatAmount, negate, type Amount, type FiatCode } from '@florin/money';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { fromExact } from '../../../api/exact.ts';
import { transactionQuery } from '../../../api/queries.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../../wallet-ui/fee-summary.tsx';
import { waitsForApproval } from '../../../wallet-ui/waits-for-approval.ts';
import { DoneButton } from '../money-dialog/done-button.tsx';
import { OutcomeHead, type OutcomeTone } from '../money-dialog/outcome-head.tsx';
import { refusalSentence } from '../money-dialog/dialog-problem.ts';
import { stepsOf, Track } from '../money-dialog/track.tsx';
import { usePolledTransaction, type Placed } from '../money-dialog/use-polled-transaction.ts';
import { useWalletSince } from '../money-dialog/use-wallet-since.ts';
import { bankOf, type WithdrawalOrder } from './withdrawal.ts';

type WithdrawalOutcomeProps = { order: WithdrawalOrder; placed: Placed; onClose: () => void; onAgain: () => void };

/** Shows the status of a withdrawal with its steps and the available balance. */
export function WithdrawalOutcome({ order, placed, onClose, onAgain }: WithdrawalOutcomeProps) {
  const { transaction, since } = usePolledTransaction(placed);
  const cancellation = useCancelWithdrawal(transaction.id);
  const { status, reason } = transaction;
  const { tone, title } = headOf(transaction, order.amount);
  return (
    <>
      <OutcomeHead tone={tone} title={title}>
        {order.account.label}
      </OutcomeHead>
      <Track steps={withdrawalSteps(transaction, bankOf(order.account))} />
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

function headOf(transaction: Transaction, amount: Amount): { tone: OutcomeTone; title: string } {
  const figure = formatAmount(amount);
  switch (transaction.status) {
    case 'pending':
      if (waitsForApproval(transaction)) return { tone: 'wait', title: `${figure} waits for approval` };
      return { tone: 'wait', title: `${figure} is held` };
    case 'completed':
      return { tone: 'ok', title: `${figure} withdrawn` };
    case 'cancelled':
      return { tone: 'back', title: `${figure} canceled` };
    case 'returned':
      return { tone: 'bad', title: `${figure} returned` };
  }
}

function withdrawalSteps(transaction: Transaction, bank = 'your bank') {
  const isSent = transaction.timeline.some(({ step, at }) => step === 'sent_to_bank' && at !== null);
  return stepsOf(transaction, {
    started: waitsForApproval(transaction) ? 'Held until others approve' : 'Held',
    sent_to_bank: isSent ? `Sent to ${bank}` : `Sending to ${bank}`,
    completed: `At ${bank}`,
    cancelled: 'Canceled',
    returned: 'Returned',
  });
}

type CancelWithdrawal = ReturnType<typeof useCancelWithdrawal>;

/** Cancels a withdrawal. The server rejects the request once the withdrawal was sent to the bank. */
function useCancelWithdrawal(id: string) {
  const queryClient = useQueryClient();
  const { submit, busy } = useMoneyCommand(endpoints.cancelTransaction, { params: { id } });
  const [refusal, setRefusal] = useState<string>();

  const cancel = async () => {
    setRefusal(undefined);
    const { queryKey } = transactionQuery(id);
    try {
      const canceled = await submit();
      if (canceled) queryClient.setQueryData(queryKey, canceled);
    } catch (error) {
      setRefusal(refusalSentence(error, { refused: 'Failed to cancel', unanswered: 'this is safe' }));
      void queryClient.invalidateQueries({ queryKey });
    }
  };
  return { cancel, busy, refusal };
}

function CancelWithdrawalButton({ cancellation: { cancel, busy } }: { cancellation: CancelWithdrawal }) {
  return (
    <Button variant="quiet" busy={busy} needsServer onClick={() => void cancel()}>
      {busy ? 'Processing...' : 'Cancel withdrawal'}
    </Button>
  );
}

/** Shows the wallet's balance, its held amount and the available balance. */
function HeldSum({ currency, since }: { currency: FiatCode; since: number }) {
  const wallet = useWalletSince(currency, since);
  const figure = (exact: string | undefined) =>
    exact === undefined ? (
      <Skeleton width={88} className="space-above-1" />
    ) : (
      <AmountText amount={fromExact(currency, exact)} />
    );
  return (
    <FeeSummary
      lines={[
        { label: 'Balance', value: figure(wallet?.balance_exact) },
        {
          label: 'Held',
          value: wallet ? <AmountText amount={negate(fromExact(currency, wallet.held_exact))} /> : figure(undefined),
        },
      ]}
      total={{ label: 'Available', value: figure(wallet?.available_exact) }}
    />
  );
}
