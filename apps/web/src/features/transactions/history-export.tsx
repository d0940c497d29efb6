import { endpoints } from '@florin/contract';
import { Download as DownloadIcon, FileText, Sheet, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { serverDate } from '../../api/server-time.ts';
import { api } from '../../api/client.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useDownload, type Download } from '../../wallet-ui/use-download.ts';
import { periodOf, startOf } from './filter-transactions.ts';
import type { HistorySearch } from './history-search.ts';
import { StatementDialog } from './statement-dialog.tsx';
import type { History } from './use-history.ts';
import styles from './transactions.module.css';

/** Exports the filtered transactions as CSV, or one month of a wallet as a PDF statement. */
export function HistoryExport({ history, search }: { history: History; search: HistorySearch }) {
  const csv = useCsv(search, history.now);
  const button = useFocusWhenDone(csv.running);
  const [isStatementOpen, setIsStatementOpen] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <Button ref={button} className={styles.filterExport} busy={csv.running}>
            {!csv.running && <Icon as={DownloadIcon} />}
            {csv.running ? 'Exporting...' : 'Export'}
          </Button>
        }
      >
        <MenuItem icon={Sheet} onSelect={csv.start} disabled={isEmpty(history)}>
          {csvLabel(history)}
        </MenuItem>
        <MenuItem icon={FileText} onSelect={() => setIsStatementOpen(true)}>
          Statement (PDF)
        </MenuItem>
      </Menu>
      <ExportState csv={csv} />
      <StatementDialog
        open={isStatementOpen}
        onClose={() => setIsStatementOpen(false)}
        oldestKnown={history.fetched.at(-1)?.date}
      />
    </>
  );
}

/** Focuses the Export button when the export ends. The menu cannot return the focus to a busy button. */
function useFocusWhenDone(running: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !running && document.activeElement === document.body) button.current?.focus();
    wasRunning.current = running;
  }, [running]);
  return button;
}

const isEmpty = ({ matches, hasMore }: History) => matches.length === 0 && !hasMore;

/** Returns the menu label, with a count only if all transactions are loaded. */
function csvLabel({ matches, hasMore }: History): string {
  if (hasMore) return 'CSV of these transactions';
  if (matches.length === 1) return 'CSV of this transaction';
  return `CSV of these ${matches.length.toLocaleString('en')} transactions`;
}

function useCsv({ type, time, q, currency, status, ...days }: HistorySearch, now: Date): Download {
  const text = q?.trim();
  const { since = time && startOf(time, now), until } = periodOf(days);
  return useDownload({
    open: (signal) =>
      api.open(
        endpoints.exportFoundTransactions,
        {
          body: {
            ...(type && { type }),
            ...(text && { search: text }),
            ...(currency && { currency }),
            ...(status && { status }),
            ...(since && { since: since.toISOString() }),
            ...(until && { until: until.toISOString() }),
          },
        },
        { signal },
      ),
    fileName: () => `florin-transactions-${serverDate().toISOString().slice(0, 10)}.csv`,
  });
}

/** Shows the export's progress or error. The list stays usable during the export. */
function ExportState({ csv }: { csv: Download }) {
  if (csv.error)
    return (
      <div className={styles.filterState}>
        <Notice icon={TriangleAlert} tone="bad">
          {refusalText(csv.error, 'The export was interrupted. Nothing was saved.')}
        </Notice>
        <Button size="s" onClick={csv.start}>
          Try again
        </Button>
      </div>
    );
  if (!csv.running) return null;
  return (
    <div className={styles.filterState}>
      <output className="small muted">
        <Spinner size={16} />
        Exporting transactions: {kilobytes(csv.bytes)} so far
      </output>
      <Button size="s" onClick={csv.stop}>
        Stop
      </Button>
    </div>
  );
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1000).toLocaleString('en')} KB`;
