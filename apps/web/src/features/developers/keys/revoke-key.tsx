import { endpoints, type ApiKey } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../../api/client.ts';
import { keysQuery } from '../../../api/queries-of-developers.ts';
import { useCommand } from '../../../api/use-command.ts';
import { toast } from '../../../ui/toast.ts';
import { ConfirmDialog } from '../../../wallet-ui/confirm-dialog.tsx';

type RevokeKeyProps = {
  apiKey: ApiKey;
  onClose: () => void;
  /** Returns the element to focus after the row is gone. */
  focusAfter: () => HTMLElement | null;
};

export function RevokeKey({ apiKey: { id, name }, onClose, focusAfter }: RevokeKeyProps) {
  const queryClient = useQueryClient();
  const revoked = useRef(false);
  const { queryKey } = keysQuery;
  const revoking = useCommand({
    call: () => api.call(endpoints.revokeKey, { params: { id } }),
    onDone: () => {
      revoked.current = true;
      queryClient.setQueryData(queryKey, (known) => known?.filter((key) => key.id !== id));
      toast.success(`${name} revoked`);
      onClose();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      description="Programs with this key lose access at once. You cannot undo this."
      action="Revoke"
      busyText="Revoking..."
      command={revoking}
      returnFocusTo={() => (revoked.current ? focusAfter() : null)}
      onClose={onClose}
    />
  );
}
