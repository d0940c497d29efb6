import { clsx } from 'clsx';
import type { Transaction } from '../api/read/answers.ts';
import { Status } from '../ui/status.tsx';
import { transactionWhen } from './transaction-when.ts';

/** Shows the capitalized status: completed in green, pending in yellow, others in gray (rule transactions-8). */
export function TransactionStatus({ status }: Pick<Transaction, 'status'>) {
  return <Status tone={toneOf(status)}>{wordOf(status)}</Status>;
}

/** Shows a transaction's time and status in one line. */
export function TransactionWhen({ date, status }: Pick<Transaction, 'date' | 'status'>) {
  return (
    <>
      <time dateTime={date}>{transactionWhen(date)}</time>
      {' · '}
      <span className={clsx(classOf[toneOf(status)])}>{wordOf(status)}</span>
    </>
  );
}

function toneOf(status: string): 'ok' | 'wait' | 'over' {
  if (status === 'completed') return 'ok';
  return status === 'pending' ? 'wait' : 'over';
}

const classOf = { ok: 'positive', wait: 'warn', over: 'muted' } as const;

/** The API has the status `cancelled`, but the screens use American spelling. */
const wordOf = (status: string) =>
  status === 'cancelled' ? 'Canceled' : status.charAt(0).toUpperCase() + status.slice(1);
