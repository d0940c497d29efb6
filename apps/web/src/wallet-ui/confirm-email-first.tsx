import { MailCheck } from 'lucide-react';
import { useSession } from '../api/session.ts';
import { useResend } from '../api/use-resend.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/**
 * Asks a member to confirm an unconfirmed email, with a Resend button. Before the confirmation, the server rejects the
 * call with `email_not_confirmed`.
 *
 * @param to the action that needs confirmation, such as `send money`
 */
export function ConfirmEmailFirst({ to }: { to: string }) {
  const { user } = useSession();
  return user?.email_confirmed === false ? <ConfirmNotice email={user.email} to={to} /> : null;
}

function ConfirmNotice({ email, to }: { email: string; to: string }) {
  const { resend, busy, isSent, message } = useResend(email);
  return (
    <Notice icon={MailCheck} tone="warn">
      <b>Confirm your email to {to}.</b> {message ?? `Open the link we emailed to ${email}.`}{' '}
      {!isSent && (
        <Button variant="quiet" size="s" busy={busy} onClick={resend}>
          Resend
        </Button>
      )}
    </Notice>
  );
}
