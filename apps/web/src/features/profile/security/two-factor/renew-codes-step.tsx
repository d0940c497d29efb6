import { endpoints } from '@florin/contract';
import { api } from '../../../../api/client.ts';
import { useCommand } from '../../../../api/use-command.ts';
import { PasswordForm } from '../../../../wallet-ui/password-form.tsx';
import { useRefreshSecurity } from '../use-refresh-security.ts';

type RenewCodesStepProps = {
  onRenewing: (underWay: boolean) => void;
  onRenewed: (recoveryCodes: readonly string[]) => void;
  onBack: () => void;
};

export function RenewCodesStep({ onRenewing, onRenewed, onBack }: RenewCodesStepProps) {
  const refresh = useRefreshSecurity();
  const command = useCommand({
    call: (password: string) => {
      onRenewing(true);
      return api.call(endpoints.renewRecoveryCodes, { body: { current_password: password } });
    },
    onDone: ({ recovery_codes }) => onRenewed(recovery_codes),
    onSettled: () => {
      refresh();
      onRenewing(false);
    },
  });
  return (
    <>
      <p className="space-below-4">You get ten new codes. Your old codes stop working.</p>
      <PasswordForm
        command={command}
        action="New recovery codes"
        unanswered="The server did not answer. Your old codes may no longer work. Create new ones again."
        leave={{ label: 'Back', onClick: onBack }}
      />
    </>
  );
}
