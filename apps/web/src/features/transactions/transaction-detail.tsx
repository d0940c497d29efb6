import { Clock, Info } from 'lucide-react';
import { useEffect } from 'react';
import type { Transaction } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { Notice } from '../../ui/notice.tsx';
import { amountAtStake } from '../../wallet-ui/amount-at-stake.ts';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { dayOfMonth, fullDate } from './calendar.ts';
import { titleOf } from '../../wallet-ui/transaction-title.ts';
import { rowId } from './history-row.tsx';
import { TransactionActions } from './transaction-actions.tsx';
import { TransactionFacts } from './transaction-facts.tsx';
import { TransactionSum } from './transaction-sum.tsx';
import { TransactionTimeline } from './transaction-timeline.tsx';
import { isCanceledOrReturned, isIncoming, movesBalance } from './transaction-words.ts';
import styles from './transactions.module.css';

/** Shows a transaction in the drawer: amount, figures, progress, facts and actions. */
export function TransactionDetail({ transaction }: { transaction: Transaction }) {
  const { id, date } = transaction;
  useFocusReturn(rowId(id));
  return (
    <>
      <p className="figure figure-large">
        <MainFigure transaction={transaction} />
      </p>
      <p className={styles.drawerTitle}>{titleOf(transaction)}</p>
      <p className="small muted">
        <time dateTime={date}>{fullDate(new Date(date))}</time>
      </p>
      <TransactionNotice transaction={transaction} />
      <TransactionSum transaction={transaction} />
      <TransactionTimeline transaction={transaction} />
      <TransactionFacts transaction={transaction} />
      <TransactionActions transaction={transaction} />
    </>
  );
}

/** Shows the wallet's change. Without a change, shows the intended amount, struck out if the transaction failed. */
function MainFigure({ transaction }: { transaction: Transaction }) {
  const amount = fromExact(transaction.currency, transaction.amount_exact);
  if (movesBalance(transaction))
    return <AmountText amount={amount} sign="always" tone={amount.units > 0n ? 'in' : 'ink'} />;
  const intended = <AmountText amount={amountAtStake(transaction, isIncoming(transaction))} sign="always" />;
  return isCanceledOrReturned(transaction) ? (
    <s className={styles.drawerCanceled}>{intended}</s>
  ) : (
    <span className={styles.drawerCanceled}>{intended}</span>
  );
}

/**
 * Returns the focus to the row when the drawer closes. The URL opens the drawer, so the drawer has no trigger for the
 * focus.
 */
function useFocusReturn(elementId: string) {
  useEffect(
    () => () => {
      // The page behind the drawer can take the focus only in the next task.
      setTimeout(() => document.getElementById(elementId)?.focus({ preventScroll: true }));
    },
    [elementId],
  );
}

/** Shows the reason for a return, or the return time of a pending transaction. */
function TransactionNotice({ transaction: { reason, expires_at: expiresAt } }: { transaction: Transaction }) {
  if (reason !== undefined) return <Notice icon={Info}>{reason}</Notice>;
  if (expiresAt === undefined) return null;
  return (
    <Notice icon={Clock} tone="warn">
      Returns to you on{' '}
      <b>
        <time dateTime={expiresAt}>{dayOfMonth(new Date(expiresAt))}</time>
      </b>{' '}
      if unclaimed.
    </Notice>
  );
}
