import type { Transaction } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { fromExact } from '../../api/exact.ts';
import { buttonClass } from '../../ui/button.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { fullDate } from './calendar.ts';
import { rowId } from './history-row.tsx';
import { TransactionFacts } from './transaction-facts.tsx';
import { TransactionSum } from './transaction-sum.tsx';

/** What the drawer holds: the line at large, its sum as it was charged, and where it stands in the books. */
export function TransactionDetail({ transaction }: { transaction: Transaction }) {
  const { id, type, currency, description, date, to } = transaction;
  const amount = fromExact(currency, transaction.amount_exact);
  useFocusReturn(rowId(id));
  return (
    <>
      <p className="fig fig-l">
        <AmountText amount={amount} sign="always" tone={amount.units > 0n ? 'in' : 'ink'} />
      </p>
      <p className="dr-t">{description}</p>
      <p className="small muted">
        <time dateTime={date}>{fullDate(new Date(date))}</time>
      </p>
      <TransactionSum transaction={transaction} />
      <TransactionFacts transaction={transaction} />
      {type === 'send' && to !== undefined && (
        <div className="dr-act">
          <Link to="/send" search={{ to }} className={buttonClass({ variant: 'primary' })}>
            Send again
          </Link>
        </div>
      )}
    </>
  );
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
