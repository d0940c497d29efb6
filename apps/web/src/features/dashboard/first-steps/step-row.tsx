import type { KycStatus, User } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { kycQuery } from '../../../api/queries.ts';
import { isLive } from '../../../api/page-settings.ts';
import { takesCards } from '../../../api/takes-cards.ts';
import { useResend } from '../../../api/use-resend.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { StepLine } from './step-line.tsx';
import type { Step } from './steps.ts';

/** A live server without a card processor. */
const bankOnly = () => isLive() && !takesCards();

type Props = { step: Step; user: User; onAddFunds: () => void };

export function StepRow({ step, user, onAddFunds }: Props) {
  const { name, state } = step;
  const buttonStyle = { variant: state === 'next' ? 'primary' : 'secondary', size: 's' } as const;
  switch (name) {
    case 'account':
    case 'email':
      return name === 'account' || state === 'done' ? (
        <StepLine step={step} detail={user.email} />
      ) : (
        <ConfirmStep step={step} email={user.email} />
      );
    case 'money':
      return (
        <StepLine step={step} detail={bankOnly() ? 'By bank transfer, 1–2 days' : 'Instant by card, 1–2 days by bank'}>
          <Button {...buttonStyle} needsServer onClick={onAddFunds}>
            Add Funds
          </Button>
        </StepLine>
      );
    case 'payment':
      return (
        <StepLine step={step} detail="Send to any email address, or buy from $1">
          <Link className={buttonClass(buttonStyle)} to="/send">
            Send
          </Link>
          <Link className={buttonClass({ size: 's' })} to="/buy-crypto">
            Buy
          </Link>
        </StepLine>
      );
    case 'identity':
      return <IdentityStep step={step} />;
    case 'two-factor':
      return (
        <StepLine step={step} detail="Optional. Protects withdrawals with a code">
          <Link className={buttonClass(buttonStyle)} to="/profile" hash="security">
            Set up
          </Link>
        </StepLine>
      );
  }
}

/** The text about a member's verification, and the label of the link to the verification. */
const identityWords: Record<KycStatus['status'], readonly [detail: string, label: string]> = {
  none: ['Optional. Raises send and withdrawal limits', 'Verify'],
  pending: ['In review. We email you when it ends', 'View'],
  needs_more: ['We need more from you', 'Continue'],
  denied: ['We couldn’t verify you', 'See why'],
  verified: ['', ''],
};

function IdentityStep({ step }: { step: Step }) {
  const { data } = useQuery({ ...kycQuery, enabled: step.state !== 'done' });
  const [detail, label] = identityWords[step.state === 'done' ? 'none' : (data?.status ?? 'none')];
  return (
    <StepLine step={step} detail={detail}>
      <Link className={buttonClass({ size: 's' })} to="/kyc">
        {label}
      </Link>
    </StepLine>
  );
}

/** Asks the member to open the mailed link. Offers to resend the mail. The sandbox also links to the mail. */
function ConfirmStep({ step, email }: { step: Step; email: string }) {
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
