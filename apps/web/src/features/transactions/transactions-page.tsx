import './transactions.css';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryLedger } from './history-ledger.tsx';
import { readHistorySearch } from './history-search.ts';
import { TransactionDrawer } from './transaction-drawer.tsx';
import { useHistory } from './use-history.ts';

export function TransactionsPage() {
  const search = useSearch({ from: '/transactions' });
  const navigate = useNavigate({ from: '/transactions' });
  const history = useHistory(search);
  return (
    <main className="wrap txs">
      <header className="page-head">
        <h1>Transaction History</h1>
      </header>
      <HistoryFilters
        search={search}
        onChange={(filters) => void navigate({ search: filters, replace: true, resetScroll: false })}
      />
      <HistoryLedger history={history} search={search} />
      <TransactionDrawer id={search.id} known={history.fetched} onClose={useClosing(search.id)} />
    </main>
  );
}

/** Back to where the line was opened from, so that the browser's Back does not open it again; a line that came by a link has nothing behind it. */
function useClosing(id: string | undefined): () => void {
  const navigate = useNavigate({ from: '/transactions' });
  const { history } = useRouter();
  const arrivedWith = useRef(id);
  return () => {
    if (id !== arrivedWith.current) return history.back();
    arrivedWith.current = undefined;
    void navigate({
      search: (filters) => readHistorySearch({ ...filters, id: undefined }),
      replace: true,
      resetScroll: false,
    });
  };
}
