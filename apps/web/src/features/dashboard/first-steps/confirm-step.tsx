import { Link } from '@tanstack/react-router';
import { isLive } from '../../../api/page-settings.ts';
import { useResend } from '../../../api/use-resend.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { StepLine } from './step-line.tsx';
import type { Step } from './steps.ts';

/** The link is in the mail; another can be had, and in the sandbox the mail is a page. */
export function ConfirmStep({ step, email }: { step: Step; email: string }) {
  const { resend, busy, isSent, said } = useResend(email);
  const variant = step.state === 'next' ? 'primary' : 'secondary';
  return (
    <StepLine step={step} detail={<output>{said ?? `Open the link that we have sent to ${email}`}</output>}>
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
