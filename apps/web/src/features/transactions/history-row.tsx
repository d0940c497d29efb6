import { useNavigate } from '@tanstack/react-router';
import { memo, type KeyboardEvent, type MouseEvent } from 'react';
import { inAccount } from '../../api/account.ts';
import type { Transaction } from '../../api/read/answers.ts';
import { paths } from '../../paths.ts';
import { TransactionCells } from '../../wallet-ui/transaction-row.tsx';
import { clockTime } from './calendar.ts';
import { TransactionStatus } from '../../wallet-ui/transaction-status.tsx';
import { secondLine, typeName } from './transaction-words.ts';
import styles from './transactions.module.css';

/**
 * Shows a transaction, which opens in the drawer. Memoized, because the list is long. For the same reason the row is
 * not a router `Link`, because a `Link` renders again on every URL change.
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
      className={`row ${styles.rowTransaction}`}
      href={inAccount(`${paths.transactions}?id=${id}`)}
      onClick={open}
      onKeyDown={moveFocusByArrow}
      aria-haspopup="dialog"
      // The row's text is its accessible name. The linter does not see the text inside the cells.
      aria-labelledby={rowId(id)}
    >
      <TransactionCells transaction={transaction} secondLine={secondLine(transaction)}>
        <span className={`${styles.columnType} only-wide muted`}>{typeName[type]}</span>
        <span className={styles.columnStatus}>
          <TransactionStatus status={status} />
        </span>
        <time className={`${styles.columnTime} only-wide muted`} dateTime={date}>
          {clockTime(new Date(date))}
        </time>
      </TransactionCells>
    </a>
  );
});

/** Returns the id of a row, which gets the focus when the drawer closes. */
export const rowId = (id: string) => `transaction-${id}`;

const focusSteps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus to the next or previous row with the arrow keys. Tab works as for any link. */
function moveFocusByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = focusSteps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const row = event.currentTarget;
  const rows = [...(row.closest('.ledger')?.querySelectorAll<HTMLElement>(`.${styles.rowTransaction}`) ?? [])];
  const next = rows[rows.indexOf(row) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
