import type { Transaction } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { TransactionCells } from '../../wallet-ui/transaction-row.tsx';
import { clockTime } from './calendar.ts';
import { TransactionStatus } from './transaction-status.tsx';
import { secondLine, typeName } from './transaction-words.ts';

/** A transaction in its columns; it opens in the drawer. Drawn again only when it is another one: the list is long. */
export const HistoryRow = memo(function HistoryRow({ transaction }: { transaction: Transaction }) {
  return (
    <Link
      id={rowId(transaction.id)}
      className="row row-tx"
      to="/transactions"
      search={(filters) => ({ ...filters, id: transaction.id })}
      resetScroll={false}
      preload={false}
      aria-haspopup="dialog"
    >
      <TransactionCells transaction={transaction} second={secondLine(transaction)}>
        <span className="c-type only-wide muted">{typeName[transaction.type]}</span>
        <span className="c-st">
          <TransactionStatus status={transaction.status} />
        </span>
        <time className="c-time only-wide muted" dateTime={transaction.date}>
          {clockTime(new Date(transaction.date))}
        </time>
      </TransactionCells>
    </Link>
  );
});

/** Where the focus goes when the drawer closes. */
export const rowId = (id: string) => `transaction-${id}`;
