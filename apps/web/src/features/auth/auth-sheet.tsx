import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import styles from './auth.module.css';

type AuthSheetProps = { title: string; text: ReactNode; showBackLink?: boolean; children: ReactNode };

/** The layout of the password reset pages. Screen readers announce the title and text when they change. */
export function AuthSheet({ title, text, showBackLink = true, children }: AuthSheetProps) {
  return (
    <div className={`wrap ${styles.alone}`}>
      <header>
        <ThemeSwitch />
      </header>
      <main className="sheet">
        <a className="logo" href="/">
          <Logo size={28} />
        </a>
        <output className="block">
          <h1>{title}</h1>
          <p className={`muted ${styles.says}`}>{text}</p>
        </output>
        {children}
        {showBackLink && (
          <p className={`small ${styles.back}`}>
            <a className="link reaches" href="/login">
              Back to Sign In
            </a>
          </p>
        )}
      </main>
    </div>
  );
}
