import type { BatchPayout, BatchRowProblem } from '@florin/contract';
import { TableScroll } from '../../ui/table-scroll.tsx';
import { columnNames, counted, countText } from './batch-words.ts';
import styles from './batch-payouts.module.css';
import cards from './cards.module.css';

type ProblemsProps = { kind: 'error' | 'warning'; batch: BatchPayout };

/** The cells to correct, or to check before the start. */
export function Problems({ kind, batch }: ProblemsProps) {
  const isError = kind === 'error';
  const [shown, count] = isError ? [batch.errors, batch.error_count] : [batch.warnings, batch.warning_count];
  if (count === 0) return null;
  const id = `batch-${kind}s`;
  const rest = count - shown.length;
  return (
    <section className="ledger" aria-labelledby={id}>
      <header>
        <h2 id={id}>{countText(count, kind)}</h2>
        <span className="small muted">
          {isError ? 'Correct them in the file and upload it again.' : 'Check them before you start.'}
        </span>
      </header>
      <TableScroll label={`${isError ? 'Errors' : 'Warnings'} of the file, a table`} className={cards.cards}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">Value</th>
            <th scope="col">{isError ? 'What is wrong' : 'What to check'}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((problem) => (
            <ProblemRow key={`${problem.row} ${problem.column} ${problem.message}`} problem={problem} />
          ))}
        </tbody>
      </TableScroll>
      {rest > 0 && (
        <p className={`small muted ${styles.more}`}>And {counted(rest)} more. The rows below show all of them.</p>
      )}
    </section>
  );
}

const ProblemRow = ({ problem: { row, column, value, message } }: { problem: BatchRowProblem }) => (
  <tr>
    <th scope="row" data-label="Row">
      {counted(row)}
    </th>
    <td data-label="Column">{columnNames[column]}</td>
    <td data-label="Value" className={cards.text}>
      {value === '' ? <span className="muted">empty</span> : <bdi className={cards.value}>{value}</bdi>}
    </td>
    <td className={cards.text}>{message}</td>
  </tr>
);
