import { useState } from 'react';
import { AuthSheet } from './auth-sheet.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { EmailSent } from './email-sent.tsx';

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined)
    return (
      <AuthSheet
        title="Check your email"
        text={`If ${sentTo} has an account, you'll get a link that works for 30 minutes.`}
      >
        <EmailSent email={sentTo} />
      </AuthSheet>
    );
  return (
    <AuthSheet title="Forgot password" text="We send a link that works once, for 30 minutes.">
      <ForgotPasswordForm onSent={setSentTo} />
    </AuthSheet>
  );
}
