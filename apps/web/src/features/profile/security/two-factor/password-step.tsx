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
    onFailed: useRefreshSecurity(), // it may be on already
  });
  return (
    <>
      <p className="muted mb-5">
        A code of an app on your phone is then asked for at sign-in and before what is sensitive. A stolen password
        alone opens nothing.
      </p>
      <PasswordForm command={command} action="Continue" leave={{ label: 'Cancel', onClick: onClose }} />
    </>
  );
}
