import type { BatchPayout, BatchRowProblem } from '@florin/contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TableScroll } from '../../ui/table-scroll.tsx';
import { columnNames, counted, countText } from './batch-words.ts';
import styles from './batch-payouts.module.css';
import cards from './batch-table.module.css';

/** More problems are shown on request. */
const few = 8;

type ProblemsProps = { kind: 'error' | 'warning'; batch: BatchPayout };

/** The cells to correct, or to check before the start. */
export function Problems({ kind, batch }: ProblemsProps) {
  const isError = kind === 'error';
  const [problems, count] = isError ? [batch.errors, batch.error_count] : [batch.warnings, batch.warning_count];
  const [most, setMost] = useState(few);
  const shown = problems.slice(0, most);
  if (count === 0) return null;
  const id = `batch-${kind}s`;
  return (
    <section className="ledger" aria-labelledby={id}>
      <header>
        <h2 id={id}>{countText(count, kind)}</h2>
        {!isError && <span className="small muted">Check them before you start.</span>}
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
      {shown.length < problems.length && (
        <Button size="s" className={styles.more} onClick={() => setMost(problems.length)}>
          Show {problems.length === count ? `all ${counted(count)}` : `the first ${counted(problems.length)}`}
        </Button>
      )}
      {shown.length === problems.length && count > problems.length && (
        <p className={`small muted ${styles.more}`}>
          And {counted(count - problems.length)} more. The rows below show all of them.
        </p>
      )}
    </section>
  );
}

const ProblemRow = ({ problem: { row, column, value, message } }: { problem: BatchRowProblem }) => (
  <tr>
    <th scope="row" className={cards.rowNumber}>
      <span className={cards.rowWord}>Row </span>
      {counted(row)}
    </th>
    <td className={cards.column}>{columnNames[column]}</td>
    <td className={cards.text}>
      {value === '' ? <span className="muted">empty</span> : <bdi className={cards.value}>{value}</bdi>}
    </td>
    <td className={cards.text}>{message}</td>
  </tr>
);
