import { useState } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { AuthSheet } from './auth-sheet.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { useToken } from './use-token.ts';

const wayOn = buttonClass({ variant: 'primary', size: 'l', block: true });

/** Where the link of the mail leads. */
export function ResetPasswordPage() {
  const token = useToken();
  return <ResetPassword key={token} token={token} />;
}

const SendNewLink = () => (
  <a className={wayOn} href="/forgot-password">
    Send a new link
  </a>
);

function ResetPassword({ token }: { token: string }) {
  const [state, setState] = useState<'open' | 'dead' | 'changed'>('open');
  // A page that is loaded again has no token any more: it left the address.
  if (token === '')
    return (
      <AuthSheet
        title="Open the link once more"
        says="This page was loaded without it. The link in the mail works once, for 30 minutes."
      >
        <SendNewLink />
      </AuthSheet>
    );
  if (state === 'changed')
    return (
      <AuthSheet
        title="Password changed"
        says="Every session has been signed out. Sign in with the new password."
        wayBack={false}
      >
        <a className={wayOn} href="/login">
          Sign In
        </a>
      </AuthSheet>
    );
  if (state === 'dead')
    return (
      <AuthSheet
        title="This link no longer works"
        says="It was used already or is older than 30 minutes. If you have set a new password with it, sign in with that."
      >
        <SendNewLink />
      </AuthSheet>
    );
  return (
    <AuthSheet title="New password" says="All sessions are signed out when you save." wayBack={false}>
      <ResetPasswordForm token={token} onChanged={() => setState('changed')} onDead={() => setState('dead')} />
    </AuthSheet>
  );
}
