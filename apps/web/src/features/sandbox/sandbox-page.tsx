import { useSearch } from '@tanstack/react-router';
import { CaughtTexts } from './caught-texts.tsx';
import { Outbox } from './outbox.tsx';
import { WhatToTry } from './what-to-try.tsx';
import styles from './sandbox.module.css';

/** Shows caught mails and test inputs. Does not exist in live mode. */
export function SandboxPage() {
  const { to = '' } = useSearch({ from: '/sandbox' });
  return (
    <main className={`wrap ${styles.page}`}>
      <header className="page-head">
        <div>
          <h1>Sandbox</h1>
          <p>Nothing here is real: no money moves, and no mail is sent. Outgoing messages appear here instead.</p>
        </div>
      </header>
      <div>
        <Outbox key={to} to={to} />
        <CaughtTexts />
      </div>
      <WhatToTry />
    </main>
  );
}
