import './auth.css';
import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';

type AuthSheetProps = { title: string; says: ReactNode; wayBack?: boolean; children: ReactNode };

/** One step on the way back into an account. What it says is read out when it changes. */
export function AuthSheet({ title, says, wayBack = true, children }: AuthSheetProps) {
  return (
    <div className="wrap auth-alone">
      <header>
        <ThemeSwitch />
      </header>
      <main className="sheet">
        <a className="logo" href="/">
          <Logo size={28} />
        </a>
        <output className="block">
          <h1>{title}</h1>
          <p className="muted auth-says">{says}</p>
        </output>
        {children}
        {wayBack && (
          <p className="small auth-back">
            <a className="link reaches" href="/login">
              Back to Sign In
            </a>
          </p>
        )}
      </main>
    </div>
  );
}
