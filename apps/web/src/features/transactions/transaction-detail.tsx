import { useEffect } from 'react';
import type { Transaction } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { amountAtStake } from '../../wallet-ui/amount-at-stake.ts';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { fullDate } from './calendar.ts';
import { titleOf } from '../../wallet-ui/transaction-title.ts';
import { rowId } from './history-row.tsx';
import { TransactionActions } from './transaction-actions.tsx';
import { TransactionFacts } from './transaction-facts.tsx';
import { TransactionNotice } from './transaction-notice.tsx';
import { TransactionSum } from './transaction-sum.tsx';
import { TransactionTimeline } from './transaction-timeline.tsx';
import { cameToNothing, isIncoming, movesBalance } from './transaction-words.ts';

/** What the drawer holds: the line at large, its sum as it was charged, its way, and where it stands in the books. */
export function TransactionDetail({ transaction }: { transaction: Transaction }) {
  const { id, date } = transaction;
  useFocusReturn(rowId(id));
  return (
    <>
      <p className="fig fig-l">
        <MainFigure transaction={transaction} />
      </p>
      <p className="dr-t">{titleOf(transaction)}</p>
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

/** The change of the wallet. Where there is none, what it was about: muted, and struck out if it came to nothing. */
function MainFigure({ transaction }: { transaction: Transaction }) {
  const amount = fromExact(transaction.currency, transaction.amount_exact);
  if (movesBalance(transaction))
    return <AmountText amount={amount} sign="always" tone={amount.units > 0n ? 'in' : 'ink'} />;
  const about = <AmountText amount={amountAtStake(transaction, isIncoming(transaction))} sign="always" />;
  return cameToNothing(transaction) ? <s className="dr-off">{about}</s> : <span className="dr-off">{about}</span>;
}

/** The drawer is opened by the address, not by a trigger of its own, so it cannot know whom to give the focus back to. */
function useFocusReturn(elementId: string) {
  useEffect(
    () => () => {
      // A turn later the page behind the drawer can take the focus again.
      setTimeout(() => document.getElementById(elementId)?.focus({ preventScroll: true }));
    },
    [elementId],
  );
}
