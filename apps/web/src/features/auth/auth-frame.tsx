import './auth.css';
import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { FeeExample } from './fee-example.tsx';

type AuthFrameProps = { title: string; otherWay: ReactNode; children: ReactNode };

/** The form, and beside it the one thing to remember about Florin. */
export function AuthFrame({ title, otherWay, children }: AuthFrameProps) {
  return (
    <div className="auth">
      <div className="auth-l">
        <header>
          <a className="logo" href="/">
            <Logo size={30} />
          </a>
          <ThemeSwitch />
        </header>
        <main className="auth-f">
          <h1>{title}</h1>
          <p className="muted auth-s">{otherWay}</p>
          {children}
        </main>
        <footer className="small muted">
          <a className="reaches" href="/">
            Back to the start page
          </a>
        </footer>
      </div>
      <FeeExample />
    </div>
  );
}
