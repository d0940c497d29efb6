import { endpoints, type BatchPayout } from '@florin/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useDownload } from '../../wallet-ui/use-download.ts';
import { RemoveDialog, StopDialog } from './end-dialogs.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { UploadCorrected } from './upload-batch.tsx';
import { useReasonLine } from './use-reason-line.tsx';
import styles from './batch-payouts.module.css';

type Asked = 'start' | 'retry' | 'stop' | 'remove';

/** The buttons for the actions that the state allows, and the dialogs of these buttons. */
export function BatchActions({ batch }: { batch: BatchPayout }) {
  const [asked, setAsked] = useState<Asked>();
  const reasons = useReasonLine(batch);
  const close = () => setAsked(undefined);
  if (batch.state === 'waiting') return null;
  return (
    <div>
      <div className={styles.actions}>
        {batch.state === 'invalid' && <UploadCorrected reasonId={reasons.change} />}
        {batch.can_start && (
          <Button variant="primary" reasonId={reasons.pay} onClick={() => setAsked('start')}>
            Start
          </Button>
        )}
        {batch.can_retry && (
          <Button variant="primary" reasonId={reasons.pay} onClick={() => setAsked('retry')}>
            {retryText(batch)}
          </Button>
        )}
        {batch.ended_at !== null && batch.started_at !== null && (
          <DownloadResult batch={batch} reasonId={reasons.read} />
        )}
        {batch.can_stop && (
          <Button reasonId={reasons.change} onClick={() => setAsked('stop')}>
            Stop
          </Button>
        )}
        {batch.can_remove && (
          <Button variant="quiet" reasonId={reasons.change} onClick={() => setAsked('remove')}>
            Remove
          </Button>
        )}
      </div>
      {reasons.line}
      {(asked === 'start' || asked === 'retry') && <PayDialog batch={batch} how={asked} onClose={close} />}
      {asked === 'stop' && <StopDialog batch={batch} onClose={close} />}
      {asked === 'remove' && <RemoveDialog batch={batch} onClose={close} />}
    </div>
  );
}

function retryText({ counts: { failed, not_run: rest } }: BatchPayout): string {
  if (rest === 0) return 'Retry failed';
  return failed === 0 ? 'Pay the rest' : 'Retry and pay the rest';
}

type DownloadProps = { batch: BatchPayout; reasonId: string | undefined };

function DownloadResult({ batch: { id, file_name: name }, reasonId }: DownloadProps) {
  const { start, running, error } = useDownload({
    open: (signal) => api.open(endpoints.getBatchResults, { params: { id } }, { signal }),
    fileName: () => `result-${name}`,
  });
  return (
    <span>
      <Button busy={running} reasonId={reasonId} onClick={start}>
        {!running && <Icon as={Download} size={16} />}
        Download result (CSV)
      </Button>
      {error && (
        <span className="help error" role="alert">
          {refusalText(error, 'Could not load the result. Please try again.')}
        </span>
      )}
    </span>
  );
}
