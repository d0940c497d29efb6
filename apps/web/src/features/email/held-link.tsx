import { CallRefused } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { refusalCode } from '../../api/refusal-text.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { LinkCall } from './confirm-once.ts';
import { LinkOfAnother } from './link-of-another.tsx';
import { LinkPassword } from './link-password.tsx';
import { MailOutcome } from './mail-outcome.tsx';
import { NotReached } from './not-reached.tsx';

export type LinkWords = {
  readonly title: string;
  /** What the link is for, before the button is pressed. */
  readonly says: string;
  readonly button: string;
  /** The title while it is under way. */
  readonly doing: string;
};

type HeldLinkProps<Answer> = {
  token: string;
  call: LinkCall<Answer>;
  words: LinkWords;
  /** Below the question for the password. */
  otherwise?: ReactNode;
  invalid: (reason: string) => ReactNode;
  children: (answer: Answer) => ReactNode;
};

/**
 * A mailed link that works for the holder of the account only. Within a session it takes a press, as programs that check
 * mail open links and press nothing. Without one the token is asked about at once, which changes nothing and finds out
 * whether the link has worked before; then the password is asked for.
 */
export function HeldLink<Answer>({ token, call, words, otherwise, invalid, children }: HeldLinkProps<Answer>) {
  const { user, loading } = useSession();
  const [isPressed, setPressed] = useState(false);
  const asks = !loading && (isPressed || !user);
  const { data, error, isFetching, refetch } = useQuery({ ...call.query(token), enabled: asks });
  if (data !== undefined) return children(data);
  if (!loading && !asks) return <Press words={words} onPress={() => setPressed(true)} />;
  if (!error || isFetching) return <Doing title={words.doing} />;
  if (refusalCode(error) === 'confirmation_needs_password')
    return <LinkPassword {...{ token, call, words, otherwise }} />;
  if (refusalCode(error) === 'confirmation_of_another') return <LinkOfAnother onLoggedOut={() => setPressed(false)} />;
  if (error instanceof CallRefused && error.status < 500) return invalid(error.message);
  return <NotReached onRetry={() => void refetch()} />;
}

const Press = ({ words, onPress }: { words: LinkWords; onPress: () => void }) => (
  <MailOutcome
    tone="wait"
    icon={Mail}
    title={words.title}
    action={
      <Button variant="primary" size="l" block onClick={onPress}>
        {words.button}
      </Button>
    }
  >
    {words.says}
  </MailOutcome>
);

const Doing = ({ title }: { title: string }) => (
  <MailOutcome tone="wait" icon={<Spinner size={20} />} title={title}>
    This takes a moment.
  </MailOutcome>
);
