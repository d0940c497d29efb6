import { useState } from 'react';
import { AuthSheet } from './auth-sheet.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { MailOnItsWay } from './mail-on-its-way.tsx';

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined)
    return (
      <AuthSheet
        title="Look at your mail"
        says={`If ${sentTo} has an account, a link is on its way. It works for 30 minutes.`}
      >
        <MailOnItsWay email={sentTo} />
      </AuthSheet>
    );
  return (
    <AuthSheet title="Forgot password" says="We send a link that works once, for 30 minutes.">
      <ForgotPasswordForm onSent={setSentTo} />
    </AuthSheet>
  );
}
