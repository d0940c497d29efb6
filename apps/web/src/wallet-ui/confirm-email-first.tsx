import { MailCheck } from 'lucide-react';
import { useSession } from '../api/session.ts';
import { useResend } from '../api/use-resend.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/**
 * Stands where an unconfirmed member cannot go on: says so before they press, and sends the mail again. The server
 * refuses these calls with `email_not_confirmed`.
 *
 * @param to what they are about to do, such as `send money`
 */
export function ConfirmEmailFirst({ to }: { to: string }) {
  const { user } = useSession();
  return user?.email_confirmed === false ? <Asking email={user.email} to={to} /> : null;
}

function Asking({ email, to }: { email: string; to: string }) {
  const { resend, busy, isSent, said } = useResend(email);
  return (
    <Notice icon={MailCheck} tone="warn">
      <b>Confirm your email to {to}.</b> {said ?? `Open the link that we mailed to ${email}.`}{' '}
      {!isSent && (
        <Button variant="quiet" size="s" busy={busy} onClick={resend}>
          Resend
        </Button>
      )}
    </Notice>
  );
}
