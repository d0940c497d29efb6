import type { ReactNode } from 'react';

type SectionProps = { id: string; title: string; end?: ReactNode; children: ReactNode };

/** One section of the page. Its heading can get the focus when a focused button disappears. */
export function Section({ id, title, end, children }: SectionProps) {
  return (
    <section className="ledger" id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        {end}
      </header>
      {children}
    </section>
  );
}

export const headingOf = (id: string) => document.getElementById(`${id}-title`);
