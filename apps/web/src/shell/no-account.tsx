import { onlineManager } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { account } from '../api/account.ts';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ErrorScreen } from '../ui/error-screen.tsx';
import { Logo } from '../ui/logo.tsx';
import { brandName } from '../ui/brand.ts';

/** The page of a person who does not, or no longer, belong to the business. */
export function LostAccount({ name }: { name: string | undefined }) {
  return (
    <Bare>
      <ErrorScreen
        figure="403"
        title={name === undefined ? `You have no access to “${account}”` : `You no longer have access to ${name}`}
        actions={
          <a className={buttonClass({ variant: 'primary' })} href={paths.dashboard}>
            Go to your own account
          </a>
        }
      >
        {name === undefined
          ? 'This business does not exist, or you are not one of its people.'
          : 'Someone removed you, or the account was closed. Your own account stays as it is.'}
      </ErrorScreen>
    </Bare>
  );
}

/** The page of a business while the server is unreachable and this browser has not opened the business before. */
export function UnreachableAccount() {
  useEffect(() => onlineManager.subscribe((online) => online && location.reload()), []);
  return (
    <Bare>
      <ErrorScreen
        figure="Off"
        title="You are offline"
        actions={
          <Button variant="primary" onClick={() => location.reload()}>
            Retry
          </Button>
        }
      >
        This page needs a connection. It opens automatically once you are online.
      </ErrorScreen>
    </Bare>
  );
}

/** Shows the page without the business's navigation. */
function Bare({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    document.querySelector('body > .frame')?.remove();
    document.title = brandName;
  }, []);
  return (
    <div className="app is-page">
      <header className="top">
        <nav className="navigation wrap" aria-label="Main">
          <a className="logo" href={paths.dashboard}>
            <Logo />
          </a>
        </nav>
      </header>
      {children}
    </div>
  );
}
