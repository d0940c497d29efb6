import type { ReactNode } from 'react';

type PayMessageProps = { title: string; actions: ReactNode; children: ReactNode };

/** Replaces the payment form when there is nothing to pay. */
export function PayMessage({ title, actions, children }: PayMessageProps) {
  return (
    <div className="pay-r">
      <h1>{title}</h1>
      <p className="muted mt-2">{children}</p>
      <div className="btns">{actions}</div>
    </div>
  );
}
