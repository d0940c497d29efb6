import type { ReactNode } from 'react';
import styles from './pay.module.css';

type PayMessageProps = { title: string; actions: ReactNode; children: ReactNode };

/** Replaces the payment form if no payment is possible. */
export function PayMessage({ title, actions, children }: PayMessageProps) {
  return (
    <div className={styles.right}>
      <h1>{title}</h1>
      <p className="muted space-above-2">{children}</p>
      <div className="buttons">{actions}</div>
    </div>
  );
}
