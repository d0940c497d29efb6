import type { AnswerOf, Endpoints } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useTokenOfLink } from '../../wallet-ui/use-token-of-link.ts';
import { emailChange } from './confirm-once.ts';
import { HeldLink } from './held-link.tsx';
import { MailOutcome } from './mail-outcome.tsx';
import { MailPage } from './mail-page.tsx';

const words = {
  title: 'Confirm your new email',
  says: 'An account is to have this address from now on. If you did not ask for that, close this page: nothing changes.',
  button: 'Confirm my new email',
  doing: 'Changing your email',
};

export function ConfirmEmailChangePage() {
  const token = useTokenOfLink('/confirm-email-change');
  return (
    <MailPage>
      {token === '' ? (
        <ChangeInvalid />
      ) : (
        <HeldLink key={token} token={token} call={emailChange} words={words} invalid={() => <ChangeInvalid />}>
          {(answer) => <Changed {...answer} />}
        </HeldLink>
      )}
    </MailPage>
  );
}

function Changed({ email, already }: AnswerOf<Endpoints['confirmEmailChange']>) {
  return (
    <MailOutcome tone="ok" icon={Check} title={already ? 'Email already changed' : 'Email changed'} action={<WayOn />}>
      {already ? (
        <>
          <b>{email}</b> is the address of the account already. You have nothing else to do.
        </>
      ) : (
        <>
          From now on you sign in with <b>{email}</b>. Money that is sent to it reaches you at once.
        </>
      )}
    </MailOutcome>
  );
}

/** The link was used up, has run out, was cut short, or is missing. */
const ChangeInvalid = () => (
  <MailOutcome tone="bad" icon={X} title="This link does not work" action={<WayOn />}>
    It works once, for 24 hours, and only until your password changes. Ask for a new one on your profile page.
  </MailOutcome>
);

function WayOn() {
  const { user } = useSession();
  return (
    <Link className={buttonClass({ variant: 'primary', size: 'l', block: true })} to={user ? '/profile' : '/login'}>
      {user ? 'Go to Profile' : 'Log In'}
    </Link>
  );
}
