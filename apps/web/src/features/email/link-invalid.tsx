import type { User } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { MailOutcome } from './mail-outcome.tsx';
import { useResend } from '../../api/use-resend.ts';
import styles from './email.module.css';

/** Shown if the link was used, has expired, is incomplete or is missing. */
export function LinkInvalid({ reason }: { reason?: string }) {
  const { user } = useSession();
  return (
    <MailOutcome tone="bad" icon={X} title="This link does not work" action={<ContinueLink />}>
      {reasonText(user, reason)}
    </MailOutcome>
  );
}

/** Returns the server's reason only for signed-out visitors, because the reason asks the reader to sign in. */
function reasonText(user: User | null, reason: string | undefined): string {
  if (user?.email_confirmed) return `${user.email} is already confirmed.`;
  if (user || reason === undefined) return 'Open the link in the latest email. It works for 24 hours.';
  return reason;
}

function ContinueLink() {
  const { user } = useSession();
  if (user && !user.email_confirmed) return <SendNewLink email={user.email} />;
  return (
    <Link className={buttonClass({ variant: 'primary', size: 'l', block: true })} to={user ? '/dashboard' : '/login'}>
      {user ? 'Go to Dashboard' : 'Log In'}
    </Link>
  );
}

function SendNewLink({ email }: { email: string }) {
  const { resend, busy, message } = useResend(email);
  return (
    <>
      <Button variant="primary" size="l" block busy={busy} onClick={resend}>
        Send a new link
      </Button>
      <output className={`small muted ${styles.said}`}>{message}</output>
    </>
  );
}
