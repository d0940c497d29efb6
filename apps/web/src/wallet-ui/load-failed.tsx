import { RefreshCw, TriangleAlert, WifiOff } from 'lucide-react';
import { AnswerUnreadable } from '../api/read/read-value.ts';
import { NotOffered } from '../api/not-offered.ts';
import { referenceOf, refusalText } from '../api/refusal-text.ts';
import { Button } from '../ui/button.tsx';
import { useCheck, useConnection } from '../ui/connection.ts';
import { Icon } from '../ui/icon.tsx';

type LoadFailedProps = {
  message?: string;
  /** The error of the load; null or undefined if the request was not sent. */
  error: Error | null | undefined;
  onRetry: () => void;
  retrying?: boolean;
  /** False on pages of operators, because the content does not show the operator's money. */
  reassures?: boolean;
};

/** Replaces content that failed to load, with the reason, a reference for support and Retry. */
export function LoadFailed({
  message = 'Could not load',
  error,
  onRetry,
  retrying = false,
  reassures = true,
}: LoadFailedProps) {
  const { online } = useConnection();
  if (!online) return <NeedsConnection />;
  if (error instanceof NotOffered) return <p className="small muted">Not available on this server.</p>;
  return (
    <div className="fail" role="alert">
      <span className="way">
        <Icon as={TriangleAlert} />
      </span>
      <div>
        <b>{message}</b>
        <p className="small muted">
          <Reason error={error} reassures={reassures} />
        </p>
      </div>
      <Button size="s" busy={retrying} onClick={onRetry}>
        {!retrying && <Icon as={RefreshCw} size={16} />}
        Retry
      </Button>
    </div>
  );
}

/** Returns the first error among the queries of one piece of content. */
export const errorAmong = (queries: readonly { readonly error: Error | null }[]): Error | undefined =>
  queries.find(({ error }) => error !== null)?.error ?? undefined;

function Reason({ error, reassures }: Required<Pick<LoadFailedProps, 'error' | 'reassures'>>) {
  const comfort = reassures ? ' Your money is not affected.' : '';
  const reason =
    error instanceof AnswerUnreadable ? `${unreadable}${comfort}` : refusalText(error, `${unanswered}${comfort}`);
  const reference = referenceOf(error);
  if (reference === undefined) return reason;
  return (
    <>
      {reason} <span className="no-wrap">Reference {reference}.</span>
    </>
  );
}

const unanswered = 'The server did not answer.';
const unreadable = 'The server’s answer is unreadable.';

/** Replaces content that is not cached while offline. The content loads when the connection is back. */
function NeedsConnection() {
  const { checking, retry } = useCheck();
  return (
    <div className="fail">
      <span className="way">
        <Icon as={WifiOff} />
      </span>
      <span>This needs a connection.</span>
      <Button size="s" busy={checking} onClick={() => void retry()}>
        {!checking && <Icon as={RefreshCw} size={16} />}
        Retry
      </Button>
    </div>
  );
}
