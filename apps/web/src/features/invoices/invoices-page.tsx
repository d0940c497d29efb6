import { fromExact, type InvoiceRow } from '@florin/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { invoicesQuery, type InvoiceFilter } from '../../api/queries-of-invoices.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Status } from '../../ui/status.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { documentName, invoiceDayText, invoiceStateOf } from '../../wallet-ui/invoice/invoice-words.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import styles from './invoices.module.css';

const filters = [
  { value: 'all', label: 'All' },
  { value: 'draft', label: 'Draft' },
  { value: 'open', label: 'Open' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'paid', label: 'Paid' },
] as const satisfies readonly { value: InvoiceFilter; label: string }[];

export function InvoicesPage() {
  const [filter, setFilter] = useState<(typeof filters)[number]['value']>('all');
  const [isSetting, setIsSetting] = useState(false);
  const writes = useMay('pay');
  return (
    <main className={`wrap ${styles.page}`}>
      <header className={`page-head ${styles.head}`}>
        <h1>Invoices</h1>
        {writes && (
          <span className={styles.tools}>
            <Button onClick={() => setIsSetting(true)}>Settings</Button>
            <Link className={buttonClass({ variant: 'primary' })} to="/invoices/new">
              New invoice
            </Link>
          </span>
        )}
      </header>
      <Segmented label="Show" segments={filters} value={filter} onChange={setFilter} />
      <InvoiceList filter={filter} />
      {isSetting && <SettingsDialog onClose={() => setIsSetting(false)} />}
    </main>
  );
}

function InvoiceList({ filter }: { filter: InvoiceFilter }) {
  const list = useInfiniteQuery(invoicesQuery(filter));
  const rows = list.data?.pages.flatMap(({ items }) => items);
  if (!rows)
    return list.error ? (
      <LoadFailed error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
    ) : (
      <SkeletonRows count={4} />
    );
  if (rows.length === 0)
    return (
      <EmptyState heading="h2" title={filter === 'all' ? 'No invoices yet' : 'No invoices here'}>
        {filter === 'all' ? 'Write an invoice and share its link.' : 'No invoice matches this filter.'}
      </EmptyState>
    );
  return (
    <>
      <ul className={styles.list} aria-label="Invoices">
        {rows.map((row) => (
          <li key={row.id}>
            <Row row={row} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function Row({ row }: { row: InvoiceRow }) {
  const { word, tone } = invoiceStateOf(row.state);
  const kind = documentName(row.kind);
  return (
    <Link className={styles.row} to="/invoices/$id" params={{ id: row.id }}>
      <span>
        <b>
          <bdi>{row.customer}</bdi>
        </b>
        <span className="small muted block">
          {row.number === null ? 'Not issued' : `${kind} ${row.number}`}
          {row.due_on && ` · Due ${invoiceDayText(row.due_on)}`}
        </span>
      </span>
      <span className={styles.rowEnd}>
        <AmountText amount={fromExact(row.currency, row.total_exact)} />
        <Status tone={tone}>{word}</Status>
      </span>
    </Link>
  );
}
