import type { AnswerOf, Endpoints } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useTokenOfLink } from '../../wallet-ui/use-token-of-link.ts';
import { confirmation } from './link-calls.ts';
import { AccountLink } from './account-link.tsx';
import { LinkInvalid } from './link-invalid.tsx';
import { MailOutcome } from './mail-outcome.tsx';
import { MailPage } from './mail-page.tsx';

const texts = {
  title: 'Confirm your email',
  description: 'This address was used to sign up.',
  button: 'Confirm my email',
  busyTitle: 'Confirming your email',
};

export function ConfirmEmailPage() {
  const token = useTokenOfLink('/confirm-email');
  return (
    <MailPage>
      {token === '' ? (
        <LinkInvalid />
      ) : (
        <AccountLink
          key={token}
          token={token}
          call={confirmation}
          texts={texts}
          footer={<NotYourAccount />}
          invalid={(reason) => <LinkInvalid reason={reason} />}
        >
          {(answer) => <Confirmed {...answer} />}
        </AccountLink>
      )}
    </MailPage>
  );
}

/** Lets the owner of the address take over an account that another person created with this address. */
const NotYourAccount = () => (
  <p className="small muted">
    Not your account? Someone used your address.{' '}
    <a className="link" href={paths.forgotPassword}>
      Set your own password
    </a>{' '}
    to take over the account. This removes what others added.
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
          <b>{email}</b> was already confirmed. You are done.
        </>
      ) : (
        <>
          <b>{email}</b> is confirmed. {claimedText(claimed)}
        </>
      )}
    </MailOutcome>
  );
}

function claimedText(claimed: number): string {
  if (claimed === 0) return 'Money sent to it arrives immediately.';
  return claimed === 1 ? '1 waiting payment has arrived.' : `${claimed} waiting payments have arrived.`;
}
