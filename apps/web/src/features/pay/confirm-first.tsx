import { Link } from '@tanstack/react-router';
import { isLive } from '../../api/page-settings.ts';
import { useResend } from '../../api/use-resend.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { PayMessage } from './pay-message.tsx';

/** Asks a new member to confirm the email, because only a confirmed recipient sees a request. */
export function ConfirmFirst({ email }: { email: string }) {
  const { resend, busy, isSent, message } = useResend(email);
  return (
    <PayMessage
      title="Confirm your email first"
      actions={
        <>
          {!isSent && (
            <Button variant="primary" size="l" busy={busy} onClick={resend}>
              Resend
            </Button>
          )}
          {!isLive() && (
            <Link className={buttonClass({ size: 'l' })} to="/sandbox" search={{ to: email }}>
              Outbox
            </Link>
          )}
          <Link className={buttonClass({ size: 'l' })} to="/dashboard">
            Dashboard
          </Link>
        </>
      }
    >
      {message ?? `You will see requests to ${email} after you confirm this address. Open the link we emailed.`}
    </PayMessage>
  );
}
