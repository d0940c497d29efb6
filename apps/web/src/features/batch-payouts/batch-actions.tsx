import { endpoints, type BatchPayout } from '@florin/contract';
import { useNavigate } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/may.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ConfirmDialog } from '../../wallet-ui/confirm-dialog.tsx';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { useDownload } from '../../wallet-ui/use-download.ts';
import { formatAmount } from '@florin/money';
import { countText, roleReason, shortOf } from './batch-words.ts';
import { PayDialog } from './pay-dialog.tsx';
import { UploadCorrected } from './upload-batch.tsx';
import { useRemove, useStop } from './use-batch-change.ts';
import styles from './batch-payouts.module.css';

type Asked = 'start' | 'retry' | 'stop' | 'remove';
type ActionProps = { batch: BatchPayout; onAsk: (what: Asked) => void };

/** The buttons for what the state allows, and their dialogs. */
export function BatchActions({ batch }: { batch: BatchPayout }) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <>
      <div className={styles.actions}>
        {batch.state === 'invalid' && <UploadCorrected />}
        {batch.can_start && <StartButton batch={batch} onAsk={setAsked} />}
        {batch.can_retry && <RetryButton batch={batch} onAsk={setAsked} />}
        {batch.ended_at !== null && <DownloadResult batch={batch} />}
        {batch.can_stop && <ChangeButton what="stop" label="Stop" onAsk={setAsked} />}
        {batch.can_remove && <ChangeButton what="remove" label="Remove" onAsk={setAsked} />}
      </div>
      {(asked === 'start' || asked === 'retry') && <PayDialog batch={batch} how={asked} onClose={close} />}
      {asked === 'stop' && <StopDialog batch={batch} onClose={close} />}
      {asked === 'remove' && <RemoveDialog batch={batch} onClose={close} />}
    </>
  );
}

function StartButton({ batch, onAsk }: ActionProps) {
  const reason = usePayReason(batch);
  return (
    <Button variant="primary" needsServer reason={reason} onClick={() => onAsk('start')}>
      Start
    </Button>
  );
}

function RetryButton({ batch, onAsk }: ActionProps) {
  const reason = usePayReason(batch);
  const { failed, not_run: rest } = batch.counts;
  return (
    <Button variant={rest > 0 ? 'primary' : 'secondary'} needsServer reason={reason} onClick={() => onAsk('retry')}>
      {rest === 0 ? 'Retry failed' : failed === 0 ? 'Pay the rest' : 'Retry and pay the rest'}
    </Button>
  );
}

/** Returns why the person cannot pay the rows now. */
function usePayReason({ totals }: BatchPayout): string | undefined {
  const pays = useMay('pay');
  if (!pays) return roleReason;
  const short = totals.map(shortOf).find((missing) => missing !== undefined);
  return short && `Add ${formatAmount(short)} to the ${currencyName[short.asset]} wallet first.`;
}

type ChangeButtonProps = { what: Asked; label: string; onAsk: (what: Asked) => void };

function ChangeButton({ what, label, onAsk }: ChangeButtonProps) {
  const pays = useMay('pay');
  return (
    <Button
      variant={what === 'remove' ? 'quiet' : 'secondary'}
      needsServer
      reason={pays ? undefined : roleReason}
      onClick={() => onAsk(what)}
    >
      {label}
    </Button>
  );
}

function DownloadResult({ batch: { id, file_name: name } }: { batch: BatchPayout }) {
  const { start, running, error } = useDownload({
    open: (signal) => api.open(endpoints.getBatchResults, { params: { id } }, { signal }),
    fileName: () => `result-${name}`,
  });
  return (
    <span>
      <Button variant="secondary" busy={running} needsServer onClick={start}>
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

type DialogProps = { batch: BatchPayout; onClose: () => void };

const StopDialog = ({ batch, onClose }: DialogProps) => (
  <ConfirmDialog
    title="Stop this batch payout?"
    description="Paid rows stay paid. You can pay the other rows later."
    action="Stop"
    busyText="Stopping..."
    command={useStop(batch, onClose)}
    onClose={onClose}
  />
);

function RemoveDialog({ batch, onClose }: DialogProps) {
  const navigate = useNavigate();
  const command = useRemove(batch, () => {
    onClose();
    void navigate({ to: '/batch-payouts', replace: true });
  });
  return (
    <ConfirmDialog
      title="Remove this file?"
      description={`${countText(batch.counts.all, 'row')} are removed. Nothing was paid. You can upload the file again.`}
      action="Remove"
      busyText="Removing..."
      command={command}
      onClose={onClose}
    />
  );
}
