import { RefreshCw, TriangleAlert, WifiOff } from 'lucide-react';
import { AnswerUnreadable } from '../api/read/read-value.ts';
import { NotOffered } from '../api/not-offered.ts';
import { referenceOf, refusalText } from '../api/refusal-text.ts';
import { Button } from '../ui/button.tsx';
import { useCheck, useConnection } from '../ui/connection.ts';
import { Icon } from '../ui/icon.tsx';

type LoadFailedProps = {
  message?: string;
  /** What came instead; nothing where it was not waited for. */
  error: Error | null | undefined;
  onRetry: () => void;
  retrying?: boolean;
};

/** Stands in the place of the content that did not come, with what whoever asks for help can tell. */
export function LoadFailed({ message = 'Could not load', error, onRetry, retrying = false }: LoadFailedProps) {
  const { online } = useConnection();
  if (!online) return <NeedsConnection />;
  if (error instanceof NotOffered) return <p className="small muted">This server does not offer this.</p>;
  return (
    <div className="fail" role="alert">
      <span className="way">
        <Icon as={TriangleAlert} />
      </span>
      <div>
        <b>{message}</b>
        <p className="small muted">
          <Why error={error} />
        </p>
      </div>
      <Button size="s" busy={retrying} onClick={onRetry}>
        {!retrying && <Icon as={RefreshCw} size={16} />}
        Retry
      </Button>
    </div>
  );
}

/** Of several that make one piece of content, why it is not there. */
export const errorAmong = (queries: readonly { readonly error: Error | null }[]): Error | undefined =>
  queries.find(({ error }) => error !== null)?.error ?? undefined;

function Why({ error }: { error: Error | null | undefined }) {
  const why = error instanceof AnswerUnreadable ? unreadable : refusalText(error, unanswered);
  const reference = referenceOf(error);
  if (reference === undefined) return why;
  return (
    <>
      {why} <span className="whitespace-nowrap">Reference {reference}.</span>
    </>
  );
}

const unanswered = 'The server did not answer. Your money is not affected.';
const unreadable = 'The answer of the server could not be read. Your money is not affected.';

/** What is not there because it was never fetched. It comes by itself as soon as the server answers. */
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
