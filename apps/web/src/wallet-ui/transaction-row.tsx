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
  /** Replaces the line with date and status below the title. */
  secondLine?: ReactNode;
  /** Additional columns between the title and the amount. */
  children?: ReactNode;
  hidden?: boolean;
};

/** The cells of a transaction's `.row`. The caller renders the row as a link or a button. */
export function TransactionCells({ transaction, secondLine, children, hidden = false }: TransactionCellsProps) {
  return (
    <>
      <DirectionRing kind={kindOf(transaction)} />
      <span>
        <span className="row-title block">{titleOf(transaction)}</span>
        <span className="row-subtitle block">{secondLine ?? <WhenAndWho transaction={transaction} />}</span>
      </span>
      {children}
      <span className="row-end">
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

/**
 * Shows the change of the wallet. If the wallet is unchanged, the amount is muted while pending, and struck through
 * afterwards.
 */
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
  taken_back: false,
};

/** Returns the icon kind. An unknown type gets the icon of a sale (rule dashboard-15). */
function kindOf({ type }: Transaction): TransactionKind {
  switch (type) {
    case 'send':
    case 'withdrawal':
    case 'taken_back':
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
