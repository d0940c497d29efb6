import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { isLive } from '../../api/page-settings.ts';
import { SandboxRibbon } from '../../ui/sandbox-ribbon.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { EntryOptionsContext, type EntryOptions } from './entry-options.ts';

/** The frame of all sign-in, sign-up and password reset pages. */
export function EntryPage({ options, children }: { options: EntryOptions; children: ReactNode }) {
  return (
    <EntryOptionsContext value={options}>
      <div className={clsx('plain', isLive() && 'is-live')}>
        {!isLive() && (
          <SandboxRibbon>
            <a href="/sandbox">Outbox</a>
          </SandboxRibbon>
        )}
        {children}
      </div>
      <Toaster />
    </EntryOptionsContext>
  );
}
