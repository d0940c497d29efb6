import type { ReactNode } from 'react';
import styles from './gallery.module.css';

/** Shows a group of component states side by side. */
export function States({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      <div className={styles.states}>{children}</div>
    </section>
  );
}

export function State({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? `${styles.state} ${styles.isWide}` : styles.state}>
      <p className="small muted">{name}</p>
      {children}
    </div>
  );
}
