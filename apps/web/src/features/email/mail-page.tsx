import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import styles from './email.module.css';

/** The layout of the pages behind mailed links, for members and visitors. */
export function MailPage({ children }: { children: ReactNode }) {
  return (
    <div className={`wrap ${styles.page}`}>
      <header>
        <Link className="logo" to="/">
          <Logo size={30} />
        </Link>
        <ThemeSwitch />
      </header>
      <main className={`sheet ${styles.sheet}`}>{children}</main>
    </div>
  );
}
