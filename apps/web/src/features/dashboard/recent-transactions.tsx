import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/may.ts';
import { recentTransactionsQuery } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TransactionCells } from '../../wallet-ui/transaction-row.tsx';
import { useHiddenBalances } from './hidden-balances.tsx';
import { Loaded } from './loaded.tsx';
import styles from './dashboard.module.css';

const shownTransactions = 5;

export function RecentTransactions({ onAddFunds }: { onAddFunds: () => void }) {
  const { hidden } = useHiddenBalances();
  return (
    <section className={`ledger ${styles.transactions}`} aria-labelledby="recent-transactions">
      <header>
        <h2 id="recent-transactions">Recent Transactions</h2>
        <Link className="link small" to="/transactions">
          View All
        </Link>
      </header>
      <Loaded query={useQuery(recentTransactionsQuery)} skeleton={<SkeletonRows count={shownTransactions} />}>
        {(transactions) =>
          transactions.length > 0 ? (
            <ul>
              {transactions.slice(0, shownTransactions).map((transaction) => (
                <li key={transaction.id}>
                  <Link className="row" to="/transactions" search={{ id: transaction.id }}>
                    <TransactionCells transaction={transaction} hidden={hidden} />
                  </Link>
                </li>
              ))}
            </ul>
          ) : (
            <NoTransactions onAddFunds={onAddFunds} />
          )
        }
      </Loaded>
    </section>
  );
}

function NoTransactions({ onAddFunds }: { onAddFunds: () => void }) {
  if (!useMay('pay')) return <EmptyState title="No transactions yet">Payments appear here.</EmptyState>;
  return (
    <EmptyState
      title="No transactions yet"
      action={
        <Button size="s" needsServer onClick={onAddFunds}>
          Add Funds
        </Button>
      }
    >
      Add funds to get started.
    </EmptyState>
  );
}
