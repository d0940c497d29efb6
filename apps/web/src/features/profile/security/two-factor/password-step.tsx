import { endpoints } from '@florin/contract';
import { api } from '../../../../api/client.ts';
import { useCommand } from '../../../../api/use-command.ts';
import { PasswordForm } from '../../../../wallet-ui/password-form.tsx';
import { useRefreshSecurity } from '../use-refresh-security.ts';
import type { AppSecret } from './app-secret.ts';

type PasswordStepProps = { onSecret: (secret: AppSecret) => void; onClose: () => void };

export function PasswordStep({ onSecret, onClose }: PasswordStepProps) {
  const command = useCommand({
    call: (password: string) => api.call(endpoints.setUpTwoFactor, { body: { current_password: password } }),
    onDone: onSecret,
    onFailed: useRefreshSecurity(), // Another device may have turned two-factor authentication on.
  });
  return (
    <>
      <p className="muted mb-5">
        We'll ask for a code from an app on your phone at sign-in and for sensitive actions. A stolen password alone is
        not enough.
      </p>
      <PasswordForm command={command} action="Continue" leave={{ label: 'Cancel', onClick: onClose }} />
    </>
  );
}
