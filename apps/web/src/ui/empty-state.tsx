import type { ReactNode } from 'react';
import { Tally } from './tally.tsx';

type EmptyStateProps = {
  title: string;
  /** `h2` where it follows the page's title without a heading between. */
  heading?: 'h2' | 'h3';
  children?: ReactNode;
  action?: ReactNode;
};

/** What is not there yet, and the next step: one secondary small button or link. */
export function EmptyState({ title, heading: Heading = 'h3', children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <Tally />
      <Heading className="h3">{title}</Heading>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}
