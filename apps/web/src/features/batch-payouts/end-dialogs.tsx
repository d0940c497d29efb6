import type { BatchPayout } from '@florin/contract';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../wallet-ui/confirm-dialog.tsx';
import { countText } from './batch-words.ts';
import { useRemove, useStop } from './use-batch-change.ts';

type DialogProps = { batch: BatchPayout; onClose: () => void };

export const StopDialog = ({ batch, onClose }: DialogProps) => (
  <ConfirmDialog
    title="Stop this batch payout?"
    description="Paid rows stay paid. You can pay the other rows later."
    action="Stop"
    busyText="Stopping..."
    command={useStop(batch, onClose)}
    onClose={onClose}
  />
);

export function RemoveDialog({ batch, onClose }: DialogProps) {
  const navigate = useNavigate();
  const command = useRemove(batch, () => {
    onClose();
    void navigate({ to: '/batch-payouts', replace: true });
  });
  const rows = countText(batch.counts.all, 'row');
  return (
    <ConfirmDialog
      title="Remove this file?"
      description={`The batch has ${rows}. Nothing was paid. You can upload it again.`}
      action="Remove"
      busyText="Removing..."
      command={command}
      onClose={onClose}
    />
  );
}
