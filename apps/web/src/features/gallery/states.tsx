import type { ReactNode } from 'react';

/** Shows a group of component states side by side. */
export function States({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-10" aria-label={title}>
      <h2 className="sec mb-4">{title}</h2>
      <div className="flex flex-wrap items-start gap-6">{children}</div>
    </section>
  );
}

export function State({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'w-80 max-w-full' : 'max-w-full'}>
      <p className="small muted mb-2">{name}</p>
      {children}
    </div>
  );
}
