import type { BatchPayout, BatchRow } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { batchRowsQuery } from '../../api/queries-of-batch-payouts.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TableScroll } from '../../ui/table-scroll.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { BatchRowLine } from './batch-row-line.tsx';
import type { RowFilter } from './batch-search.ts';
import { counted, rowBadges } from './batch-words.ts';
import styles from './batch-payouts.module.css';
import cards from './batch-table.module.css';

type Shown = RowFilter | 'all';
const filters = ['ready', 'paid', 'failed', 'not_run', 'invalid'] as const satisfies readonly RowFilter[];

/** The rows of the file, a page at a time. The URL holds the shown state. */
export function BatchRows({ batch }: { batch: BatchPayout }) {
  const { state: shown = 'all' } = useSearch({ from: '/batch-payouts/$id' });
  const navigate = useNavigate({ from: '/batch-payouts/$id' });
  const { counts } = batch;
  const segments: { value: Shown; label: string }[] = [
    { value: 'all', label: `All ${counted(counts.all)}` },
    ...filters
      .filter((state) => counts[state] > 0 || state === shown)
      .map((state) => ({ value: state, label: `${rowBadges[state].text} ${counted(counts[state])}` })),
  ];
  const show = (next: Shown) =>
    void navigate({
      search: next === 'all' ? {} : { state: next },
      replace: true,
      resetScroll: false,
      state: (before) => before,
    });
  return (
    <section className="ledger" aria-labelledby="batch-rows">
      <header className={styles.rowsHead}>
        <h2 id="batch-rows">Rows</h2>
        {segments.length > 2 && <Segmented label="Show" segments={segments} value={shown} onChange={show} />}
      </header>
      <RowPages key={shown} batch={batch} shown={shown} />
    </section>
  );
}

function RowPages({ batch, shown }: { batch: BatchPayout; shown: Shown }) {
  /** The cursors of the pages up to the current page. The first page has no cursor. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    batchRowsQuery(batch, { state: shown, cursor: cursors.at(-1) }),
  );
  if (!data)
    return error ? (
      <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <SkeletonRows count={5} />
    );
  if (data.items.length === 0) return <p className={`muted ${styles.noRows}`}>No rows in this state.</p>;
  const next = data.next;
  return (
    <div aria-busy={isPlaceholderData}>
      <RowTable rows={data.items} />
      {(cursors.length > 0 || next !== null) && (
        <nav className={styles.pager} aria-label="Pages of rows">
          <Button
            size="s"
            disabled={cursors.length === 0}
            needsServer
            onClick={() => setCursors((before) => before.slice(0, -1))}
          >
            Previous
          </Button>
          <span className="small muted">{rangeText(data.items, data.total)}</span>
          <Button
            size="s"
            disabled={next === null || isPlaceholderData}
            needsServer
            onClick={() => next !== null && setCursors((before) => [...before, next])}
          >
            Next
          </Button>
        </nav>
      )}
    </div>
  );
}

/** Returns `Rows 2 to 101, 4,870 in all`. */
function rangeText(rows: readonly BatchRow[], total: number | undefined): string {
  const [first, last] = [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0];
  const range = first === last ? `Row ${counted(first)}` : `Rows ${counted(first)} to ${counted(last)}`;
  return total === undefined ? range : `${range}, ${counted(total)} in all`;
}

const RowTable = ({ rows }: { rows: readonly BatchRow[] }) => (
  <TableScroll label="Rows of the file, a table" className={cards.cards}>
    <thead>
      <tr>
        <th scope="col">Row</th>
        <th scope="col">Recipient</th>
        <th scope="col">Note, reference</th>
        <th scope="col" className="number">
          Amount
        </th>
        <th scope="col" className="number">
          Fee
        </th>
        <th scope="col">State</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <BatchRowLine key={row.row} row={row} />
      ))}
    </tbody>
  </TableScroll>
);
