import './transactions.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { HistoryExport } from './history-export.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryLedger } from './history-ledger.tsx';
import { readHistorySearch } from './history-search.ts';
import { TransactionDrawer } from './transaction-drawer.tsx';
import { useHistory } from './use-history.ts';
import { useSearchText } from './use-search-text.ts';

export function TransactionsPage() {
  const { q = '', ...address } = useSearch({ from: '/transactions' });
  const change = useFilterChange();
  const box = useSearchText(q, (text) => change({ q: text }));
  // The letter is drawn first, and the thousands of lines after it.
  const search = { ...address, q: useDeferredValue(box.text) };
  const history = useHistory(search);
  return (
    <main className="wrap txs">
      <header className="page-head">
        <h1>Transaction History</h1>
      </header>
      <HistoryFilters search={search} box={box} onChange={change}>
        <HistoryExport history={history} search={search} />
      </HistoryFilters>
      <HistoryLedger history={history} search={search} onClear={box.clear} />
      <TransactionDrawer id={search.id} known={history.fetched} onClose={() => change({ id: undefined })} />
    </main>
  );
}

/** The filters and the open line live in the address, so that a reload and a link keep them. */
function useFilterChange() {
  const navigate = useNavigate({ from: '/transactions' });
  return (part: Record<string, unknown>) =>
    void navigate({
      search: (filters) => readHistorySearch({ ...filters, ...part }),
      replace: true,
      resetScroll: false,
    });
}
