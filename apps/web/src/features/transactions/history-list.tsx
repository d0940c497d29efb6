import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Transaction } from '../../api/read/answers.ts';
import { historyLines, type HistoryLine } from './history-lines.ts';
import { HistoryRow } from './history-row.tsx';
import styles from './transactions.module.css';

/** Up to this count, all rows are in the DOM, for browser search and print. Longer lists render only visible rows. */
const maxPlainLines = 60;

const rowHeight = 68;
const dayHeight = 55;

type HistoryListProps = { transactions: readonly Transaction[]; now: Date };

/** Memoized, so typing in the search box does not render the list again. */
export const HistoryList = memo(function HistoryList({ transactions, now }: HistoryListProps) {
  const lines = useMemo(() => historyLines(transactions, now), [transactions, now]);
  return lines.length > maxPlainLines ? (
    <VirtualLines lines={lines} />
  ) : (
    lines.map((line) => <Line key={line.key} line={line} />)
  );
});

function Line({ line }: { line: HistoryLine }) {
  if (line.kind === 'transaction') return <HistoryRow transaction={line.transaction} />;
  return (
    <h3 className={styles.day}>
      <span>{line.heading}</span>
    </h3>
  );
}

function VirtualLines({ lines }: { lines: readonly HistoryLine[] }) {
  const ref = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(ref.current?.offsetTop ?? 0), []);
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => (lines[index]?.kind === 'day' ? dayHeight : rowHeight),
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 6,
    scrollMargin: top,
  });
  return (
    <div ref={ref} className={styles.historyLines} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const line = lines[index];
        return (
          line && (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={styles.historyLine}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <Line line={line} />
            </div>
          )
        );
      })}
    </div>
  );
}
