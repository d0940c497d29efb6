import { useState } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { AuthSheet } from './auth-sheet.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { useToken } from './use-token.ts';

const primaryLink = buttonClass({ variant: 'primary', size: 'l', block: true });

/** The page that the link in the reset email opens. */
export function ResetPasswordPage() {
  const token = useToken();
  return <ResetPassword key={token} token={token} />;
}

const SendNewLink = () => (
  <a className={primaryLink} href="/forgot-password">
    Send a new link
  </a>
);

function ResetPassword({ token }: { token: string }) {
  const [state, setState] = useState<'open' | 'invalid' | 'changed'>('open');
  // A reloaded page has no token, because the first load removed it from the URL.
  if (token === '')
    return (
      <AuthSheet
        title="Open the link again"
        text="This page needs the link from your email. The link works once, for 30 minutes."
      >
        <SendNewLink />
      </AuthSheet>
    );
  if (state === 'changed')
    return (
      <AuthSheet
        title="Password changed"
        text="You are signed out everywhere. Sign in with your new password."
        showBackLink={false}
      >
        <a className={primaryLink} href="/login">
          Sign In
        </a>
      </AuthSheet>
    );
  if (state === 'invalid')
    return (
      <AuthSheet
        title="This link no longer works"
        text="The link was already used or is older than 30 minutes. If you set a new password, sign in with it."
      >
        <SendNewLink />
      </AuthSheet>
    );
  return (
    <AuthSheet title="New password" text="Saving signs you out everywhere." showBackLink={false}>
      <ResetPasswordForm
        token={token}
        onChanged={() => setState('changed')}
        onInvalidLink={() => setState('invalid')}
      />
    </AuthSheet>
  );
}
