import { CallRefused } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { confirmationQuery } from './confirm-once.ts';
import { LinkInvalid } from './link-invalid.tsx';
import { MailOutcome } from './mail-outcome.tsx';
import { NotReached } from './not-reached.tsx';

export function Confirmation({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(confirmationQuery(token));
  if (data) return <Confirmed {...data} />;
  if (error instanceof CallRefused && error.status < 500) return <LinkInvalid reason={error.message} />;
  if (error && !isFetching) return <NotReached onRetry={() => void refetch()} />;
  return (
    <MailOutcome tone="wait" icon={<Spinner size={20} />} title="Confirming your email">
      This takes a moment.
    </MailOutcome>
  );
}

function Confirmed({ email, claimed }: { email: string; claimed: number }) {
  const { user } = useSession();
  return (
    <MailOutcome
      tone="ok"
      icon={Check}
      title="Email confirmed"
      action={
        <Link
          className={buttonClass({ variant: 'primary', size: 'l', block: true })}
          to={user ? '/dashboard' : '/login'}
        >
          {user ? 'Go to Dashboard' : 'Log In'}
        </Link>
      }
    >
      <b>{email}</b> is yours. {arrivedText(claimed)}
    </MailOutcome>
  );
}

function arrivedText(claimed: number): string {
  if (claimed === 0) return 'Money that is sent to it reaches you at once.';
  return claimed === 1
    ? '1 payment that was waiting for you has arrived.'
    : `${claimed} payments that were waiting for you have arrived.`;
}
