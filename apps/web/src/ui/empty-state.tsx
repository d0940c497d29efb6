import type { ReactNode } from 'react';
import { Tally } from './tally.tsx';

type EmptyStateProps = {
  title: string;
  /** `h2` if no other heading is between the page title and this heading. */
  heading?: 'h2' | 'h3';
  children?: ReactNode;
  action?: ReactNode;
};

/** Explains that a list is empty. `action` is the next step: one small secondary button or link. */
export function EmptyState({ title, heading: Heading = 'h3', children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <Tally />
      <Heading className="heading-3">{title}</Heading>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}
