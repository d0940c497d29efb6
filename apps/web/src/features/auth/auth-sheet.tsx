import './auth.css';
import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';

type AuthSheetProps = { title: string; text: ReactNode; showBackLink?: boolean; children: ReactNode };

/** The layout of the password reset pages. Screen readers announce the title and text when they change. */
export function AuthSheet({ title, text, showBackLink = true, children }: AuthSheetProps) {
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
          <p className="muted auth-says">{text}</p>
        </output>
        {children}
        {showBackLink && (
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
