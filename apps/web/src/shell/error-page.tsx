import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { useConnection } from '../ui/connection.ts';
import { isOfMissingFile } from '../ui/load-anew.ts';
import { Lost } from '../ui/lost.tsx';

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { online } = useConnection();
  // Its code could not be fetched, whatever else there may be.
  const [isOffline] = useState(!online);
  const retry = () => {
    // The build's loader asks for a stylesheet once; and a file of a version that is gone never comes.
    if (isOfMissingFile(error)) return location.reload();
    reset();
    void router.invalidate();
  };
  return isOffline ? (
    <NeedsConnection onBack={retry} />
  ) : (
    <Lost
      figure="?!"
      title="This page could not be shown"
      actions={
        <>
          <Button variant="primary" onClick={retry}>
            Retry
          </Button>
          <Button onClick={() => location.reload()}>Reload</Button>
          <a className={buttonClass()} href={paths.dashboard}>
            Dashboard
          </a>
        </>
      }
    >
      The mistake is ours, not yours. Please try again.
    </Lost>
  );
}

/** Goes on by itself as soon as there is a connection. */
function NeedsConnection({ onBack }: { onBack: () => void }) {
  const { online, check } = useConnection();
  useEffect(() => {
    if (online) onBack();
  }, [online, onBack]);
  return (
    <Lost
      figure="Off"
      title="You are offline"
      actions={
        <Button variant="primary" onClick={() => void check()}>
          Retry
        </Button>
      }
    >
      This page needs a connection. It opens by itself as soon as there is one.
    </Lost>
  );
}
