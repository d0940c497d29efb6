import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { inAccount } from '../api/account.ts';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { useConnection } from '../ui/connection.ts';
import { isMissingFileError } from '../ui/reload-once.ts';
import { ErrorScreen } from '../ui/error-screen.tsx';

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { online } = useConnection();
  // While offline, the likely cause is code that could not be loaded.
  const [isOffline] = useState(!online);
  const retry = () => {
    // Only a reload helps: Vite's loader requests a stylesheet once, and an old version's files no longer exist.
    if (isMissingFileError(error)) return location.reload();
    reset();
    void router.invalidate();
  };
  return isOffline ? (
    <NeedsConnection onBack={retry} />
  ) : (
    <ErrorScreen
      figure="?!"
      title="This page can’t be displayed"
      actions={
        <>
          <Button variant="primary" onClick={retry}>
            Retry
          </Button>
          <Button onClick={() => location.reload()}>Reload</Button>
          <a className={buttonClass()} href={inAccount(paths.dashboard)}>
            Dashboard
          </a>
        </>
      }
    >
      Something went wrong on our side. Please try again.
    </ErrorScreen>
  );
}

/** Retries automatically when the connection is back. */
function NeedsConnection({ onBack }: { onBack: () => void }) {
  const { online, check } = useConnection();
  useEffect(() => {
    if (online) onBack();
  }, [online, onBack]);
  return (
    <ErrorScreen
      figure="Off"
      title="You are offline"
      actions={
        <Button variant="primary" onClick={() => void check()}>
          Retry
        </Button>
      }
    >
      This page needs a connection. It opens automatically once you are online.
    </ErrorScreen>
  );
}
