import './auth.css';
import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { FeeExample } from './fee-example.tsx';

type AuthFrameProps = { title: string; subtitle: ReactNode; children: ReactNode };

/** The layout of the sign-in and sign-up pages: the form next to a fee example. */
export function AuthFrame({ title, subtitle, children }: AuthFrameProps) {
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
          <p className="muted auth-s">{subtitle}</p>
          {children}
        </main>
        <footer className="small muted">
          <a className="reaches" href="/">
            Back to home
          </a>
        </footer>
      </div>
      <FeeExample />
    </div>
  );
}
