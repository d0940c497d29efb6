import { Link } from '@tanstack/react-router';
import { isLive } from '../../api/page-settings.ts';
import { useResend } from '../../api/use-resend.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { PayMessage } from './pay-message.tsx';

/** To whoever signed up to pay a request: it is shown to nobody before the address that it was sent to is theirs. */
export function ConfirmFirst({ email }: { email: string }) {
  const { resend, busy, isSent, said } = useResend(email);
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
      {said ?? `A request to ${email} is shown once this address is confirmed. Follow the link that we mailed to it.`}
    </PayMessage>
  );
}
