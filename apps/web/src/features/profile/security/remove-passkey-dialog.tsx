import { endpoints, type Passkey } from '@florin/contract';
import { api } from '../../../api/client.ts';
import { useCommand } from '../../../api/use-command.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useRefreshSecurity } from './use-refresh-security.ts';

export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const refresh = useRefreshSecurity();
  const removal = useCommand({
    call: () => api.call(endpoints.removePasskey, { params: { id: passkey.id } }),
    onDone: () => {
      refresh();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Remove ${passkey.name}?`}
      description="It signs nobody in any more. The device keeps its half until you delete it there."
      action="Remove"
      busyText="Removing..."
      command={removal}
      onClose={onClose}
    />
  );
}
