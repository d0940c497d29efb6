import type { UseQueryResult } from '@tanstack/react-query';
import { refusalText } from '../../api/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { CardOutcome } from './card-outcome.tsx';

/** Shown until the first answer, and after a failed call. */
export function CheckFailed({ query }: { query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> }) {
  const { error, isFetching, refetch } = query;
  if (!error)
    return (
      <CardOutcome tone="busy" title="One moment">
        We are asking the card processor for the result.
      </CardOutcome>
    );
  return (
    <CardOutcome
      tone="bad"
      title="Could not load the result"
      actions={
        <Button variant="primary" size="l" busy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      }
    >
      {refusalText(error, 'The server did not answer.')} If your card paid, the money still arrives.
    </CardOutcome>
  );
}
