import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { useTokenOfLink } from '../../wallet-ui/use-token-of-link.ts';
import { AuthSheet } from './auth-sheet.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';

const wayOn = buttonClass({ variant: 'primary', size: 'l', block: true });

/** Where the link of the mail leads. */
export function ResetPasswordPage() {
  const token = useTokenOfLink('/reset-password');
  return <ResetPassword key={token} token={token} />;
}

function ResetPassword({ token }: { token: string }) {
  const [state, setState] = useState<'open' | 'dead' | 'changed'>(token === '' ? 'dead' : 'open');
  if (state === 'changed')
    return (
      <AuthSheet
        title="Password changed"
        says="Every session has been signed out. Sign in with the new password."
        wayBack={false}
      >
        <Link className={wayOn} to="/login">
          Sign In
        </Link>
      </AuthSheet>
    );
  if (state === 'dead')
    return (
      <AuthSheet
        title="This link no longer works"
        says="It was used already or is older than 30 minutes. Your password has not changed."
      >
        <Link className={wayOn} to="/forgot-password">
          Send a new link
        </Link>
      </AuthSheet>
    );
  return (
    <AuthSheet title="New password" says="All sessions are signed out when you save." wayBack={false}>
      <ResetPasswordForm token={token} onChanged={() => setState('changed')} onDead={() => setState('dead')} />
    </AuthSheet>
  );
}
