import { TriangleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { MailOutcome } from './mail-outcome.tsx';

export function NotReached({ onRetry }: { onRetry: () => void }) {
  return (
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
}
