import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Transaction } from '../../api/read/answers.ts';
import { coinTransactionsQuery } from '../../api/queries-of-coins.ts';
import { paths } from '../../paths.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { CoinTransactionCells } from './coin-transaction-row.tsx';
import styles from './coin.module.css';

/** Lists the member's latest purchases and sales of this coin. */
export function CoinTransactions({ symbol, name }: { symbol: string; name: string }) {
  const { data: transactions, isError, error, fetchStatus, refetch } = useQuery(coinTransactionsQuery(symbol));
  return (
    <section className={`ledger ${styles.transactions}`} aria-labelledby="coin-transactions">
      <header>
        <h2 id="coin-transactions">Your {name} transactions</h2>
        {transactions && transactions.length > 0 && (
          // Searches for name and symbol together, because a name or a symbol alone may be part of another coin's name.
          <Link className="link small" to={paths.transactions} search={{ q: `${name} ${symbol}` }}>
            View All
          </Link>
        )}
      </header>
      {transactions ? (
        <Lines transactions={transactions} name={name} />
      ) : isError || fetchStatus === 'paused' ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows count={3} />
      )}
    </section>
  );
}

function Lines({ transactions, name }: { transactions: readonly Transaction[]; name: string }) {
  if (transactions.length === 0)
    return <p className={`${styles.empty} muted`}>Your {name} purchases and sales will appear here.</p>;
  return (
    <ul>
      {transactions.map((transaction) => (
        <li key={transaction.id}>
          <Link className="row" to={paths.transactions} search={{ id: transaction.id }}>
            <CoinTransactionCells transaction={transaction} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
