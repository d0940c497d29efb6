import { endpoints, type DayReport } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { api } from '../../../api/client.ts';
import { fromExact } from '../../../api/exact.ts';
import { troubleText } from '../../../api/refusal-text.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { toast } from '../../../ui/toast.ts';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { useDownload } from '../../../wallet-ui/use-download.ts';
import { when } from '../when.ts';
import { bankDayText } from './bank-day.ts';
import { HashButton } from './hash-button.tsx';
import page from '../operations.module.css';
import styles from './bank-desk.module.css';

/** Lists the reports of closed days, newest first. */
export function DayReports({ reports }: { reports: readonly DayReport[] }) {
  if (reports.length === 0) return <EmptyState title="No reports yet">Close a day to get the first.</EmptyState>;
  const changed = reports.filter(({ is_sound: isSound }) => !isSound).map(({ number }) => number);
  return (
    <>
      {changed.length > 0 && (
        <div className={styles.notices}>
          <Notice icon={TriangleAlert} tone="bad">
            <b>Changed after closing: report {changed.join(', ')}.</b> Compare with a backup, and with the hashes that
            you recorded elsewhere.
          </Notice>
        </div>
      )}
      <TableScroll label="Reports of closed days, a table" className={page.stacked}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Account</th>
            <th scope="col" className="number">
              Closing balance
            </th>
            <th scope="col" className="number">
              Lines
            </th>
            <th scope="col">Closed</th>
            <th scope="col">SHA-256</th>
            <th scope="col">
              <span className="screen-reader">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <ReportRow key={report.number} report={report} />
          ))}
        </tbody>
      </TableScroll>
    </>
  );
}

function ReportRow({ report }: { report: DayReport }) {
  const { number, account, day, currency, closing_exact: closing, lines, late_lines: late } = report;
  const { closed_at: at, closed_by: by, hash, is_sound: isSound } = report;
  return (
    <tr className={isSound ? undefined : styles.short}>
      <th scope="row">
        {bankDayText(day)}
        <span className={styles.second}>Report {number}</span>
      </th>
      <td data-label="Account">{account}</td>
      <td className="number">
        <AmountText amount={fromExact(currency, closing)} />
      </td>
      <td data-label="Lines" className="number">
        {lines.toLocaleString('en')}
        {late > 0 && <span className={styles.second}>{late.toLocaleString('en')} late</span>}
      </td>
      <td data-label="Closed">
        <time dateTime={at}>{when(at)}</time>
        <span className={styles.second}>{by}</span>
      </td>
      <td data-label="SHA-256">
        <HashButton sha256={hash} of={`report ${number}`} />
      </td>
      <td>
        <span className={page.actions}>
          <Print report={report} />
        </span>
      </td>
    </tr>
  );
}

function Print({ report: { number, day, account } }: { report: DayReport }) {
  const { start, running, error } = useDownload({
    open: (signal) => api.open(endpoints.printDayReport, { params: { number: String(number) } }, { signal }),
    fileName: () => `bank-day-${day}-${account}.pdf`,
    onSaved: () => toast.success(`Report ${number} downloaded`),
  });
  useEffect(() => {
    if (error) toast.error(troubleText(error));
  }, [error]);
  return (
    <Button size="s" busy={running} needsServer aria-label={`PDF of report ${number}`} onClick={start}>
      PDF
    </Button>
  );
}
