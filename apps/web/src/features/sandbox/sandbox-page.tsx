import './sandbox.css';
import { useSearch } from '@tanstack/react-router';
import { CaughtTexts } from './caught-texts.tsx';
import { Outbox } from './outbox.tsx';
import { WhatToTry } from './what-to-try.tsx';

/** For whoever tries Florin out. There is no such page where the money is real. */
export function SandboxPage() {
  const { to = '' } = useSearch({ from: '/sandbox' });
  return (
    <main className="wrap sandbox">
      <header className="page-head">
        <div>
          <h1>Sandbox</h1>
          <p>
            Nothing here is real: no money moves, and no mail is sent. What would be sent is caught and listed here.
          </p>
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
