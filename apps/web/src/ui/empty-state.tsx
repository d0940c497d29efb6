import type { ReactNode } from 'react';
import { Tally } from './tally.tsx';

/** What is not there yet, and the next step: one secondary small button or link. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <Tally />
      <h3>{title}</h3>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}
