import { endpoints, type Webhook } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../../api/client.ts';
import { webhooksQuery } from '../../../api/queries-of-developers.ts';
import { useCommand } from '../../../api/use-command.ts';
import { toast } from '../../../ui/toast.ts';
import { ConfirmDialog } from '../../../wallet-ui/confirm-dialog.tsx';

type RotateSecretProps = { webhook: Webhook; onRotated: (secret: string) => void; onClose: () => void };

export function RotateSecret({ webhook: { id, url }, onRotated, onClose }: RotateSecretProps) {
  const rotating = useCommand({
    call: () => api.call(endpoints.rotateWebhookSecret, { params: { id } }),
    onDone: ({ secret }) => onRotated(secret),
  });
  return (
    <ConfirmDialog
      title="Replace the secret?"
      description={`Deliveries to ${url} carry signatures of both secrets for 24 hours.`}
      action="Replace secret"
      busyText="Replacing..."
      variant="primary"
      command={rotating}
      onClose={onClose}
    />
  );
}

type RemoveWebhookProps = {
  webhook: Webhook;
  onClose: () => void;
  /** Returns the element to focus after the row is gone. */
  focusAfter: () => HTMLElement | null;
};

export function RemoveWebhook({ webhook: { id, url }, onClose, focusAfter }: RemoveWebhookProps) {
  const queryClient = useQueryClient();
  const removed = useRef(false);
  const { queryKey } = webhooksQuery;
  const removing = useCommand({
    call: () => api.call(endpoints.removeWebhook, { params: { id } }),
    onDone: () => {
      removed.current = true;
      queryClient.setQueryData(queryKey, (known) => known?.filter((webhook) => webhook.id !== id));
      toast.success('Webhook removed');
      onClose();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <ConfirmDialog
      title="Remove the webhook?"
      description={`${url} gets no more events. Its past deliveries are deleted, too.`}
      action="Remove"
      busyText="Removing..."
      command={removing}
      returnFocusTo={() => (removed.current ? focusAfter() : null)}
      onClose={onClose}
    />
  );
}
