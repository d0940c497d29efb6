import { TriangleAlert } from 'lucide-react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

type LoadFailedProps = { message?: string; onRetry: () => void; retrying?: boolean };

/** Stands in the place of the content that did not come. */
export function LoadFailed({ message = 'Could not load', onRetry, retrying = false }: LoadFailedProps) {
  return (
    <div className="fail" role="alert">
      <span>
        <Icon as={TriangleAlert} />
        {message}
      </span>
      <Button size="s" busy={retrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
