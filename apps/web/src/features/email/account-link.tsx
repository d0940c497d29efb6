import { CallRefused } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Mail, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { refusalCode } from '../../api/refusal-text.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { LinkCall } from './link-calls.ts';
import { OtherAccount } from './other-account.tsx';
import { LinkPassword } from './link-password.tsx';
import type { LinkTexts } from './link-texts.ts';
import { MailOutcome } from './mail-outcome.tsx';

type AccountLinkProps<Answer> = {
  token: string;
  call: LinkCall<Answer>;
  texts: LinkTexts;
  /** Shown below the password field. */
  footer?: ReactNode;
  invalid: (reason: string) => ReactNode;
  children: (answer: Answer) => ReactNode;
};

/**
 * Handles a mailed link that only the account's owner may use. A signed-in member must press a button, because mail
 * scanners open links. For a visitor, sends the token immediately: the request changes nothing, but shows whether the
 * link was used before. After that, asks the visitor for the password.
 */
export function AccountLink<Answer>({ token, call, texts, footer, invalid, children }: AccountLinkProps<Answer>) {
  const { user, loading } = useSession();
  const [isPressed, setPressed] = useState(false);
  const shouldSend = !loading && (isPressed || !user);
  const { data, error, isFetching, refetch } = useQuery({ ...call.query(token), enabled: shouldSend });
  if (data !== undefined) return children(data);
  if (!loading && !shouldSend) return <ConfirmPrompt texts={texts} onPress={() => setPressed(true)} />;
  if (!error || isFetching) return <InProgress title={texts.busyTitle} />;
  if (refusalCode(error) === 'confirmation_needs_password') return <LinkPassword {...{ token, call, texts, footer }} />;
  if (refusalCode(error) === 'confirmation_of_another') return <OtherAccount onLoggedOut={() => setPressed(false)} />;
  if (error instanceof CallRefused && error.status < 500) return invalid(error.message);
  return <NoResponse onRetry={() => void refetch()} />;
}

const ConfirmPrompt = ({ texts, onPress }: { texts: LinkTexts; onPress: () => void }) => (
  <MailOutcome
    tone="wait"
    icon={Mail}
    title={texts.title}
    action={
      <Button variant="primary" size="l" block onClick={onPress}>
        {texts.button}
      </Button>
    }
  >
    {texts.description}
  </MailOutcome>
);

const InProgress = ({ title }: { title: string }) => (
  <MailOutcome tone="wait" icon={<Spinner size={20} />} title={title}>
    This takes a moment.
  </MailOutcome>
);

const NoResponse = ({ onRetry }: { onRetry: () => void }) => (
  <MailOutcome
    tone="bad"
    icon={TriangleAlert}
    title="Could not confirm"
    action={
      <Button variant="primary" size="l" block onClick={onRetry}>
        Retry
      </Button>
    }
  >
    The server did not answer. Try again; it may be confirmed already.
  </MailOutcome>
);
