import type { Transaction, TransactionType } from '@florin/contract';
import type { ReactNode } from 'react';
import { fromExact } from '../api/exact.ts';
import { AmountText } from './amount-text.tsx';
import { BalanceMask } from './balance-mask.tsx';
import { DirectionRing, type TransactionKind } from './direction-ring.tsx';
import { transactionWhen } from './transaction-when.ts';

type TransactionCellsProps = {
  transaction: Transaction;
  /** The line below the title, instead of when it was and whether it is pending. */
  second?: ReactNode;
  /** Further columns between the title and the amount. */
  children?: ReactNode;
  hidden?: boolean;
};

/** What stands in the `.row` of a transaction. The row itself, a link or a button, is the caller's. */
export function TransactionCells({ transaction, second, children, hidden = false }: TransactionCellsProps) {
  const amount = fromExact(transaction.currency, transaction.amount_exact);
  return (
    <>
      <DirectionRing kind={kindOf(transaction.type)} />
      <span>
        <span className="t block">{transaction.description}</span>
        <span className="s block">{second ?? <When transaction={transaction} />}</span>
      </span>
      {children}
      <span className="e">
        <BalanceMask hidden={hidden}>
          <AmountText amount={amount} sign="always" code tone={amount.units > 0n ? 'in' : 'ink'} />
        </BalanceMask>
      </span>
    </>
  );
}

function When({ transaction }: { transaction: Transaction }) {
  return (
    <>
      <time dateTime={transaction.date}>{transactionWhen(transaction.date)}</time>
      {transaction.status === 'pending' && (
        <>
          {' · '}
          <span className="warn">Pending</span>
        </>
      )}
    </>
  );
}

/** A type that is not known is drawn as a sale (specification, section 3). */
function kindOf(type: TransactionType): TransactionKind {
  switch (type) {
    case 'send':
      return 'send';
    case 'receive':
    case 'deposit':
      return 'receive';
    case 'buy_crypto':
      return 'buy';
    case 'sell_crypto':
    default:
      return 'sell';
  }
}
