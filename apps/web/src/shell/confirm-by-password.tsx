import { endpoints } from '@florin/contract';
import { api } from '../api/client.ts';
import { settleStepUp } from '../api/step-up.ts';
import { useCommand } from '../api/use-command.ts';
import { PasswordForm } from '../wallet-ui/password-form.tsx';

export function ConfirmByPassword() {
  const command = useCommand({
    call: (password: string) => api.call(endpoints.stepUp, { body: { password } }),
    onDone: () => settleStepUp(true),
  });
  return (
    <PasswordForm
      command={command}
      action="Confirm"
      busyText="Confirming..."
      leave={{ label: 'Cancel', onClick: () => settleStepUp(false) }}
    />
  );
}
