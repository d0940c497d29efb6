import type { BatchPayout } from '@florin/contract';
import { Progress } from '../../ui/progress.tsx';
import { BatchActions } from './batch-actions.tsx';
import { BatchTotals } from './batch-totals.tsx';
import { counted, countText, outcomeText } from './batch-words.ts';
import { Waiting } from './waiting.tsx';
import styles from './batch-payouts.module.css';

/** Shows the costs of the file, its progress and the actions that its state allows. */
export function BatchSheet({ batch }: { batch: BatchPayout }) {
  const { state, counts, approval_id: approvalId } = batch;
  const [title, about] = headlineOf(batch);
  const done = counts.paid + counts.failed;
  return (
    <section className={`sheet ${styles.sheet}`} aria-labelledby="batch-state">
      <div>
        <h2 id="batch-state" aria-live="polite">
          {title}
        </h2>
        {about !== undefined && <p className="muted">{about}</p>}
      </div>
      {state === 'running' && (
        <div className={styles.progress}>
          <Progress value={counts.all === 0 ? 0 : done / counts.all} label="Rows that have run" />
          <p className="small muted">
            {counted(done)} of {counted(counts.all)}: {outcomeText(counts)}
          </p>
        </div>
      )}
      <div className={styles.body}>
        {state === 'waiting' && approvalId !== null && <Waiting batch={batch} approvalId={approvalId} />}
        <BatchTotals batch={batch} />
      </div>
      <BatchActions batch={batch} />
    </section>
  );
}

function headlineOf({ state, counts, error_count: errors }: BatchPayout): [title: string, about?: string] {
  switch (state) {
    case 'invalid':
      return [
        `${countText(errors, 'error')} in ${countText(counts.invalid, 'row')}`,
        'Correct them in the file and upload it again. Nothing is paid from this file.',
      ];
    case 'ready':
      return [`${countText(counts.all)}, ready to start`];
    case 'waiting':
      return ['Waits for approval', 'Until then, nothing is paid and no money is reserved.'];
    case 'running':
      return [`Paying ${countText(counts.all)}`, 'You can leave this page. The payments go on.'];
    case 'stopped':
    case 'finished':
      return [outcomeText(counts)];
  }
}
