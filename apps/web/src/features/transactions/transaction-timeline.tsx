import { waitsForApproval } from '../../wallet-ui/waits-for-approval.ts';
import { clsx } from 'clsx';
import { Check, Undo2, X, type LucideIcon } from 'lucide-react';
import type { Transaction } from '../../api/read/answers.ts';
import { Icon } from '../../ui/icon.tsx';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { transactionWhen } from '../../wallet-ui/transaction-when.ts';
import styles from './transactions.module.css';

type Step = Transaction['timeline'][number];

/** Shows the steps of a transaction with their times. Renders nothing for a transaction with a single step. */
export function TransactionTimeline({ transaction }: { transaction: Transaction }) {
  const { timeline } = transaction;
  if (timeline.length < 2) return null;
  return (
    <ol className={`track ${styles.timeline} ${styles.drawerSection}`} aria-label="Progress">
      {timeline.map(({ step, at }) => (
        <li key={step} className={clsx(at !== null && !isEndedEarly(step) && 'ok')}>
          {at === null ? <span className="hollow" /> : <Icon as={iconOf[step]} />}
          <span>{stepLabel({ step, at }, transaction)}</span>
          {at === null ? (
            <span className="small">Upcoming</span>
          ) : (
            <time className="small" dateTime={at}>
              {transactionWhen(at)}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}

const isEndedEarly = (step: Step['step']) => step === 'cancelled' || step === 'returned';

const iconOf: Record<Step['step'], LucideIcon> = {
  started: Check,
  sent_to_bank: Check,
  completed: Check,
  cancelled: X,
  returned: Undo2,
};

function stepLabel({ step, at }: Step, transaction: Transaction): string {
  const { type, currency } = transaction;
  const wallet = `${currencyName[currency]} wallet`;
  if (waitsForApproval(transaction)) {
    if (step === 'started') return 'Held until others approve';
    if (step === 'completed' && type === 'send') return 'Waiting for approval';
  }
  switch (step) {
    case 'started':
      return type === 'send' ? 'Held, invitation emailed' : `${type === 'deposit' ? 'Deposit' : 'Withdrawal'} started`;
    case 'sent_to_bank':
      return at === null ? 'Sending to the bank' : 'Sent to the bank';
    case 'completed':
      if (type === 'deposit') return `In your ${wallet}`;
      if (type === 'withdrawal') return 'In your bank account';
      return at === null ? 'Waiting to be claimed' : 'Claimed';
    case 'cancelled':
      return 'Canceled, returned to your wallet';
    case 'returned':
      return type === 'deposit' ? 'Not received' : 'Returned to your wallet';
  }
}
