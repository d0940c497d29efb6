import type { ReactNode } from 'react';
import styles from './error-screen.module.css';

type ErrorScreenProps = { figure: ReactNode; title: string; actions: ReactNode; children: ReactNode };

/** A full-page error: the page does not exist, or it failed to render. */
export function ErrorScreen({ figure, title, actions, children }: ErrorScreenProps) {
  return (
    <main className="wrap">
      <section className={styles.screen}>
        <p className="figure" aria-hidden>
          {figure}
        </p>
        <div>
          <h1>{title}</h1>
          <p>{children}</p>
          <div className={styles.actions}>{actions}</div>
        </div>
      </section>
    </main>
  );
}
