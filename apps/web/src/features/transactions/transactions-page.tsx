import './transactions.css';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef } from 'react';
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
      <TransactionDrawer id={search.id} known={history.fetched} onClose={useClosing(search.id)} />
    </main>
  );
}

/** The filters live in the address, so that a reload and a link keep them. */
function useFilterChange() {
  const navigate = useNavigate({ from: '/transactions' });
  return (part: Record<string, unknown>) =>
    void navigate({
      search: (filters) => readHistorySearch({ ...filters, ...part }),
      replace: true,
      resetScroll: false,
    });
}

/**
 * Back to where the line was opened from, so that the browser's Back does not open it again; a line that came by a link has
 * nothing behind it, nor has one that is being closed: the second of a double press would leave the page.
 */
function useClosing(id: string | undefined): () => void {
  const change = useFilterChange();
  const { history } = useRouter();
  const nothingBehind = useRef(id);
  useEffect(() => {
    if (id === undefined) nothingBehind.current = undefined;
  }, [id]);
  return () => {
    if (id === nothingBehind.current) return change({ id: undefined });
    nothingBehind.current = id;
    history.back();
  };
}
