import type { ReactNode } from 'react';

type ErrorScreenProps = { figure: ReactNode; title: string; actions: ReactNode; children: ReactNode };

/** A full-page error: the page does not exist, or it failed to render. */
export function ErrorScreen({ figure, title, actions, children }: ErrorScreenProps) {
  return (
    <main className="wrap">
      <section className="nf">
        <p className="fig" aria-hidden>
          {figure}
        </p>
        <div>
          <h1>{title}</h1>
          <p>{children}</p>
          <div className="flex flex-wrap gap-2.5">{actions}</div>
        </div>
      </section>
    </main>
  );
}
