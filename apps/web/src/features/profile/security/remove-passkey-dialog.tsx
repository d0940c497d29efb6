import { endpoints, type Passkey } from '@florin/contract';
import { api } from '../../../api/client.ts';
import { useCommand } from '../../../api/use-command.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { PasswordForm } from '../../../wallet-ui/password-form.tsx';
import { useRefreshSecurity } from './use-refresh-security.ts';

export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const refresh = useRefreshSecurity();
  const command = useCommand({
    call: (password: string) =>
      api.call(endpoints.removePasskey, { params: { id: passkey.id }, body: { current_password: password } }),
    onDone: () => {
      refresh();
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Remove ${passkey.name}?`}
      description="This passkey no longer signs you in. Delete it on your device, too."
    >
      <PasswordForm
        command={command}
        action="Remove"
        busyText="Removing..."
        variant="danger"
        leave={{ label: 'Cancel', onClick: onClose }}
      />
    </Dialog>
  );
}
