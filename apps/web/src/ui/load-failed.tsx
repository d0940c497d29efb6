import { TriangleAlert, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { useConnection } from './connection.ts';
import { Icon } from './icon.tsx';

type LoadFailedProps = { message?: string; onRetry: () => void; retrying?: boolean };

/** Stands in the place of the content that did not come. */
export function LoadFailed({ message = 'Could not load', onRetry, retrying = false }: LoadFailedProps) {
  const { online } = useConnection();
  if (!online) return <NeedsConnection />;
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

/** What is not there because it was never fetched. It comes by itself as soon as the server answers. */
function NeedsConnection() {
  const { check } = useConnection();
  const [checking, setChecking] = useState(false);
  const retry = async () => {
    setChecking(true);
    await check();
    setChecking(false);
  };
  return (
    <div className="fail">
      <span>
        <Icon as={WifiOff} />
        This needs a connection.
      </span>
      <Button size="s" busy={checking} onClick={() => void retry()}>
        Retry
      </Button>
    </div>
  );
}
