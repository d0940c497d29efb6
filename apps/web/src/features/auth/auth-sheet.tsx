import './auth.css';
import { Link } from '@tanstack/react-router';
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
        <Link className="logo" to="/">
          <Logo size={28} />
        </Link>
        <output className="block">
          <h1>{title}</h1>
          <p className="muted auth-says">{says}</p>
        </output>
        {children}
        {wayBack && (
          <p className="small auth-back">
            <Link className="link" to="/login">
              Back to Sign In
            </Link>
          </p>
        )}
      </main>
    </div>
  );
}
