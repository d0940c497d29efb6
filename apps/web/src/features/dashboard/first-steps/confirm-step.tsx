import { Link } from '@tanstack/react-router';
import { isLive } from '../../../api/page-settings.ts';
import { useResend } from '../../../api/use-resend.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { StepLine } from './step-line.tsx';
import type { Step } from './steps.ts';

/** Asks the member to open the mailed link. Offers to resend it; the sandbox also links to the mail itself. */
export function ConfirmStep({ step, email }: { step: Step; email: string }) {
  const { resend, busy, isSent, message } = useResend(email);
  const variant = step.state === 'next' ? 'primary' : 'secondary';
  return (
    <StepLine step={step} detail={<output>{message ?? `Open the link we sent to ${email}`}</output>}>
      {!isSent && (
        <Button variant={isLive() ? variant : 'secondary'} size="s" needsServer busy={busy} onClick={resend}>
          Resend
        </Button>
      )}
      {!isLive() && (
        <Link className={buttonClass({ variant, size: 's' })} to="/sandbox" search={{ to: email }}>
          Open mail
        </Link>
      )}
    </StepLine>
  );
}
