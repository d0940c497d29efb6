import './transactions.module.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useMay } from '../../api/may.ts';
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
  // Renders the typed letter before the thousands of rows.
  const search = { ...address, q: useDeferredValue(box.text) };
  const history = useHistory(search);
  const exports = useMay('export');
  return (
    <main className="wrap transactions">
      <header className="page-head">
        <h1>Transaction History</h1>
      </header>
      <HistoryFilters search={search} box={box} onChange={change}>
        {exports && <HistoryExport history={history} search={search} />}
      </HistoryFilters>
      <HistoryLedger history={history} search={search} onClear={box.clear} />
      <TransactionDrawer id={search.id} known={history.fetched} onClose={() => change({ id: undefined })} />
    </main>
  );
}

/** Writes the filters and the open transaction to the URL, so reloads and links keep them. */
function useFilterChange() {
  const navigate = useNavigate({ from: '/transactions' });
  return (part: Record<string, unknown>) =>
    void navigate({
      search: (filters) => readHistorySearch({ ...filters, ...part }),
      replace: true,
      resetScroll: false,
    });
}
