import { endpoints, type PaymentBatch } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { api } from '../../../api/client.ts';
import { fromExact } from '../../../api/exact.ts';
import { troubleText } from '../../../api/refusal-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Status } from '../../../ui/status.tsx';
import { toast } from '../../../ui/toast.ts';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { CopyButton } from '../../../wallet-ui/copy-button.tsx';
import { useDownload } from '../../../wallet-ui/use-download.ts';
import { when } from '../when.ts';
import type { BatchAct } from './batch-acts.ts';
import { checkText, outcomeOf, schemeWords, shownHashLength, stateWords, payoutsText } from './payout-words.ts';
import { TwoPeople } from './two-people.tsx';
import shared from '../operations.module.css';
import styles from './payouts.module.css';

type RowProps = { batch: PaymentBatch; onAct: (how: BatchAct['how']) => void; onLook: () => void };

export function BatchRow({ batch, onAct, onLook }: RowProps) {
  const { number, account, scheme, state, count, currency, total_exact: total } = batch;
  const { words, tone } = stateWords[state];
  return (
    <tr>
      <th scope="row">
        Batch {number}
        <span className={shared.under}>
          {account}, {schemeWords[scheme]}
        </span>
      </th>
      <td data-label="State" className={styles.text}>
        <Status tone={tone}>{words}</Status>
        <Reason batch={batch} />
      </td>
      <td data-label="People" className={styles.text}>
        <People batch={batch} />
      </td>
      <td className="number">
        <AmountText amount={fromExact(currency, total)} />
        <span className={shared.under}>{payoutsText(count)}</span>
        <span className={shared.under}>{outcomeOf(batch)}</span>
      </td>
      <td data-label="File, SHA-256">
        <Hash batch={batch} />
      </td>
      <td>
        <Acts batch={batch} onAct={onAct} onLook={onLook} />
      </td>
    </tr>
  );
}

function Reason({ batch }: { batch: PaymentBatch }) {
  const check = checkText(batch);
  if (check !== undefined)
    return (
      <div className={styles.check}>
        <Notice icon={TriangleAlert} tone="warn">
          {check}
        </Notice>
      </div>
    );
  return batch.reason !== null && <span className={shared.under}>{batch.reason}</span>;
}

function People({ batch }: { batch: PaymentBatch }) {
  const { state, made_by: maker, made_at: madeAt, decided_by: decider, decided_at: decidedAt } = batch;
  const decision = state !== 'refused' ? 'Approved' : decider === maker ? 'Taken back' : 'Refused';
  return (
    <>
      <Person did="Made" who={maker} at={madeAt} />
      {state === 'proposed' && <TwoPeople />}
      {decider !== null && <Person did={decision} who={decider} at={decidedAt} />}
      {batch.sent_by !== null && <Person did="Given to the bank" who={batch.sent_by} at={batch.sent_at} />}
    </>
  );
}

const Person = ({ did, who, at }: { did: string; who: string; at: string | null }) => (
  <span className={styles.person}>
    {did} by {who}
    {at !== null && (
      <>
        , <time dateTime={at}>{when(at)}</time>
      </>
    )}
  </span>
);

function Hash({ batch: { number, sha256 } }: { batch: PaymentBatch }) {
  if (sha256 === null) return <span className="muted">–</span>;
  return (
    <span className={styles.file}>
      <span className={shared.hash} title={sha256}>
        {sha256.slice(0, shownHashLength)}
      </span>
      <CopyButton text={sha256} what={`the SHA-256 of batch ${number}`} />
    </span>
  );
}

function Acts({ batch, onAct, onLook }: RowProps) {
  const { number, state, yours, suggested_line: line } = batch;
  if (state === 'proposed')
    return (
      <span className={`${shared.actions} ${styles.acts}`}>
        <Button
          size="s"
          aria-label={`Approve batch ${number}`}
          reason={yours ? 'You made it. Another operator must approve it.' : undefined}
          onClick={() => onAct('approve')}
        >
          Approve
        </Button>
        <Button
          size="s"
          variant="quiet"
          aria-label={`${yours ? 'Take back' : 'Refuse'} batch ${number}`}
          onClick={() => onAct('refuse')}
        >
          {yours ? 'Take back' : 'Refuse'}
        </Button>
        <Payments number={number} onLook={onLook} />
      </span>
    );
  if (state !== 'written' && state !== 'sent') return <Payments number={number} onLook={onLook} />;
  return (
    <span className={`${shared.actions} ${styles.stack}`}>
      <DownloadFile batch={batch} />
      <Payments number={number} onLook={onLook} />
      {state === 'written' && (
        <Button size="s" variant="quiet" aria-label={`Mark as given: batch ${number}`} onClick={() => onAct('send')}>
          Mark as given
        </Button>
      )}
      {line !== null && (
        <Button size="s" variant="quiet" aria-label={`Settle batch ${number}`} onClick={() => onAct('settle')}>
          Settle
        </Button>
      )}
    </span>
  );
}

function Payments({ number, onLook }: { number: number; onLook: () => void }) {
  return (
    <Button size="s" variant="quiet" aria-label={`Payments of batch ${number}`} onClick={onLook}>
      Payments
    </Button>
  );
}

function DownloadFile({ batch: { id, number, file_name: name } }: { batch: PaymentBatch }) {
  const { start, running, error } = useDownload({
    open: (signal) => api.open(endpoints.getBatchFile, { params: { id } }, { signal }),
    fileName: () => name,
    onSaved: () => toast.success(`File of batch ${number} downloaded`),
  });
  useEffect(() => {
    if (error) toast.error(troubleText(error));
  }, [error]);
  return (
    <Button size="s" busy={running} needsServer aria-label={`Download file of batch ${number}`} onClick={start}>
      Download file
    </Button>
  );
}
