import { useNavigate } from '@tanstack/react-router';
import { memo, type MouseEvent } from 'react';
import type { Transaction } from '../../api/read/answers.ts';
import { paths } from '../../paths.ts';
import { TransactionCells } from '../../wallet-ui/transaction-row.tsx';
import { clockTime } from './calendar.ts';
import { goByArrow } from './go-by-arrow.ts';
import { TransactionStatus } from '../../wallet-ui/transaction-status.tsx';
import { secondLine, typeName } from './transaction-words.ts';

/**
 * A transaction in its columns; it opens in the drawer. Drawn again only when it is another one, as the list is long:
 * for the same reason it is no router's link, which follows each change of the address.
 */
export const HistoryRow = memo(function HistoryRow({ transaction }: { transaction: Transaction }) {
  const { id, type, status, date } = transaction;
  const navigate = useNavigate({ from: paths.transactions });
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate({ search: (filters) => ({ ...filters, id }), replace: true, resetScroll: false });
  };
  return (
    <a
      id={rowId(id)}
      className="row row-tx"
      href={`${paths.transactions}?id=${id}`}
      onClick={open}
      onKeyDown={goByArrow}
      aria-haspopup="dialog"
      // Its own text is its name, which the linter does not see through the cells.
      aria-labelledby={rowId(id)}
    >
      <TransactionCells transaction={transaction} second={secondLine(transaction)}>
        <span className="c-type only-wide muted">{typeName[type]}</span>
        <span className="c-st">
          <TransactionStatus status={status} />
        </span>
        <time className="c-time only-wide muted" dateTime={date}>
          {clockTime(new Date(date))}
        </time>
      </TransactionCells>
    </a>
  );
});

/** Where the focus goes when the drawer closes. */
export const rowId = (id: string) => `transaction-${id}`;
