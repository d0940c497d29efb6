import type { ReactNode } from 'react';
import type { Transaction } from '../api/read/answers.ts';
import { fromExact } from '../api/exact.ts';
import { amountAtStake } from './amount-at-stake.ts';
import { AmountText } from './amount-text.tsx';
import { BalanceMask } from './balance-mask.tsx';
import { DirectionRing, type TransactionKind } from './direction-ring.tsx';
import { titleOf, unnamedParty } from './transaction-title.ts';
import { TransactionWhen } from './transaction-status.tsx';

type TransactionCellsProps = {
  transaction: Transaction;
  /** The line below the title, instead of when it was and its status. */
  second?: ReactNode;
  /** Further columns between the title and the amount. */
  children?: ReactNode;
  hidden?: boolean;
};

/** What stands in the `.row` of a transaction. The row itself, a link or a button, is the caller's. */
export function TransactionCells({ transaction, second, children, hidden = false }: TransactionCellsProps) {
  return (
    <>
      <DirectionRing kind={kindOf(transaction)} />
      <span>
        <span className="t block">{titleOf(transaction)}</span>
        <span className="s block">{second ?? <WhenAndWho transaction={transaction} />}</span>
      </span>
      {children}
      <span className="e">
        <BalanceMask hidden={hidden}>
          <MovedAmount transaction={transaction} />
        </BalanceMask>
      </span>
    </>
  );
}

function WhenAndWho({ transaction }: { transaction: Transaction }) {
  const party = unnamedParty(transaction);
  return (
    <>
      {party !== undefined && `${party} · `}
      <TransactionWhen {...transaction} />
    </>
  );
}

/** What the wallet lost or gained. Where that is nothing, what it was about: muted while it waits, struck through when it is over. */
function MovedAmount({ transaction }: { transaction: Transaction }) {
  const amount = fromExact(transaction.currency, transaction.amount_exact);
  if (amount.units !== 0n)
    return <AmountText amount={amount} sign="always" code tone={amount.units > 0n ? 'in' : 'ink'} />;
  const about = <AmountText amount={amountAtStake(transaction, isIncoming[transaction.type])} sign="always" code />;
  return transaction.status === 'pending' ? (
    <span className="row-about">{about}</span>
  ) : (
    <s className="row-about">{about}</s>
  );
}

const isIncoming: Record<Transaction['type'], boolean> = {
  send: false,
  receive: true,
  buy_crypto: false,
  sell_crypto: true,
  deposit: true,
  withdrawal: false,
  exchange: false,
  plan: false,
};

/** An unknown type looks like a sale (rule dashboard-15). */
function kindOf({ type }: Transaction): TransactionKind {
  switch (type) {
    case 'send':
    case 'withdrawal':
      return 'send';
    case 'receive':
    case 'deposit':
      return 'receive';
    case 'buy_crypto':
      return 'buy';
    case 'exchange':
      return 'exchange';
    case 'plan':
      return 'plan';
    case 'sell_crypto':
    default:
      return 'sell';
  }
}
