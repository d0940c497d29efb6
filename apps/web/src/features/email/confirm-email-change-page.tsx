import type { AnswerOf, Endpoints } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useTokenOfLink } from '../../wallet-ui/use-token-of-link.ts';
import { emailChange } from './link-calls.ts';
import { AccountLink } from './account-link.tsx';
import { MailOutcome } from './mail-outcome.tsx';
import { MailPage } from './mail-page.tsx';
import { brandName } from '../../ui/brand.ts';

const texts = {
  title: 'Confirm your new email',
  description: `A ${brandName} account wants to use this address. If you did not request this, close this page.`,
  button: 'Confirm my new email',
  busyTitle: 'Changing your email',
};

export function ConfirmEmailChangePage() {
  const token = useTokenOfLink('/confirm-email-change');
  return (
    <MailPage>
      {token === '' ? (
        <ChangeInvalid />
      ) : (
        <AccountLink key={token} token={token} call={emailChange} texts={texts} invalid={() => <ChangeInvalid />}>
          {(answer) => <Changed {...answer} />}
        </AccountLink>
      )}
    </MailPage>
  );
}

function Changed({ email, already }: AnswerOf<Endpoints['confirmEmailChange']>) {
  return (
    <MailOutcome
      tone="ok"
      icon={Check}
      title={already ? 'Email already changed' : 'Email changed'}
      action={<ContinueLink />}
    >
      {already ? (
        <>
          <b>{email}</b> is already the address of your account. You are done.
        </>
      ) : (
        <>
          From now on, sign in with <b>{email}</b>. Money sent to it arrives immediately.
        </>
      )}
    </MailOutcome>
  );
}

/** Shown if the link was used, has expired, is incomplete or is missing. */
const ChangeInvalid = () => (
  <MailOutcome tone="bad" icon={X} title="This link does not work" action={<ContinueLink />}>
    It works once, within 24 hours, until your password changes. Request a new link on your profile page.
  </MailOutcome>
);

function ContinueLink() {
  const { user } = useSession();
  return (
    <Link className={buttonClass({ variant: 'primary', size: 'l', block: true })} to={user ? '/profile' : '/login'}>
      {user ? 'Go to Profile' : 'Log In'}
    </Link>
  );
}
