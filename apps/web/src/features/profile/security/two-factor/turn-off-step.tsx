import { endpoints } from '@florin/contract';
import { api } from '../../../../api/client.ts';
import { refusalCode } from '../../../../api/refusal-text.ts';
import { useCommand } from '../../../../api/use-command.ts';
import { toast } from '../../../../ui/toast.ts';
import { PasswordForm } from '../../../../wallet-ui/password-form.tsx';
import { useRefreshSecurity } from '../use-refresh-security.ts';

export function TurnOffStep({ onBack, onClose }: { onBack: () => void; onClose: () => void }) {
  const refresh = useRefreshSecurity();
  const leave = () => {
    toast.success('Two-factor authentication is off');
    onClose();
  };
  const command = useCommand({
    call: (password: string) => api.call(endpoints.turnOffTwoFactor, { body: { current_password: password } }),
    onDone: leave,
    // An earlier request may have turned two-factor authentication off, although its answer was lost.
    onFailed: (error) => refusalCode(error) === 'second_factor_off' && leave(),
    onSettled: refresh,
  });
  return (
    <>
      <p className="space-below-4">
        Your password alone will then sign in and withdraw. Your recovery codes stop working.
      </p>
      <PasswordForm
        command={command}
        action="Turn off"
        busyText="Turning off..."
        variant="danger"
        leave={{ label: 'Back', onClick: onBack }}
      />
    </>
  );
}
