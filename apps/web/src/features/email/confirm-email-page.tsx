import type { AnswerOf, Endpoints } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useTokenOfLink } from '../../wallet-ui/use-token-of-link.ts';
import { confirmation } from './confirm-once.ts';
import { HeldLink } from './held-link.tsx';
import { LinkInvalid } from './link-invalid.tsx';
import { MailOutcome } from './mail-outcome.tsx';
import { MailPage } from './mail-page.tsx';

const words = {
  title: 'Confirm your email',
  says: 'An account was opened with this address.',
  button: 'Confirm my email',
  doing: 'Confirming your email',
};

export function ConfirmEmailPage() {
  const token = useTokenOfLink('/confirm-email');
  return (
    <MailPage>
      {token === '' ? (
        <LinkInvalid />
      ) : (
        <HeldLink
          key={token}
          token={token}
          call={confirmation}
          words={words}
          otherwise={<NotMine />}
          invalid={(reason) => <LinkInvalid reason={reason} />}
        >
          {(answer) => <Confirmed {...answer} />}
        </HeldLink>
      )}
    </MailPage>
  );
}

/** Somebody else may have opened the account with this address: only the owner can read this mail. */
const NotMine = () => (
  <p className="small muted">
    You did not open this account? Somebody used your address.{' '}
    <a className="link" href={paths.forgotPassword}>
      Set a password of your own
    </a>{' '}
    to make the account yours. What others added to it is removed.
  </p>
);

function Confirmed({ email, already, claimed }: AnswerOf<Endpoints['confirmEmail']>) {
  const { user } = useSession();
  return (
    <MailOutcome
      tone="ok"
      icon={Check}
      title={already ? 'Email already confirmed' : 'Email confirmed'}
      action={
        <Link
          className={buttonClass({ variant: 'primary', size: 'l', block: true })}
          to={user ? '/dashboard' : '/login'}
        >
          {user ? 'Go to Dashboard' : 'Log In'}
        </Link>
      }
    >
      {already ? (
        <>
          <b>{email}</b> was confirmed before. You have nothing else to do.
        </>
      ) : (
        <>
          <b>{email}</b> is yours. {arrivedText(claimed)}
        </>
      )}
    </MailOutcome>
  );
}

function arrivedText(claimed: number): string {
  if (claimed === 0) return 'Money that is sent to it reaches you at once.';
  return claimed === 1
    ? '1 payment that was waiting for you has arrived.'
    : `${claimed} payments that were waiting for you have arrived.`;
}
