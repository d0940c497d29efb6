import { CallRefused } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { emailChangeQuery } from './confirm-once.ts';
import { MailOutcome } from './mail-outcome.tsx';
import { NotReached } from './not-reached.tsx';

/** A new address becomes the account's. */
export function EmailChange({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(emailChangeQuery(token));
  if (data) return <Changed email={data.email} />;
  if (error instanceof CallRefused && error.status < 500) return <ChangeInvalid />;
  if (error && !isFetching) return <NotReached onRetry={() => void refetch()} />;
  return (
    <MailOutcome tone="wait" icon={<Spinner size={20} />} title="Changing your email">
      This takes a moment.
    </MailOutcome>
  );
}

function Changed({ email }: { email: string }) {
  return (
    <MailOutcome tone="ok" icon={Check} title="Email changed" action={<WayOn />}>
      From now on you sign in with <b>{email}</b>. Money that is sent to it reaches you at once.
    </MailOutcome>
  );
}

/** The link was used up, has run out, was cut short, or is missing. */
export const ChangeInvalid = () => (
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
