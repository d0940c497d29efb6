import type { Notification } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { notificationsQuery } from '../api/queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { keepFocusNear } from '../ui/keep-focus-near.ts';
import { LoadFailed } from '../wallet-ui/load-failed.tsx';
import type { Answer } from '../wallet-ui/payment-request/answer-dialog.tsx';
import { NotificationRow } from './notification-row.tsx';
import { newestOf, unreadOf, useMarkRead } from './unread.ts';

type NotificationListProps = { onLeave?: () => void; onAnswer: (answer: Answer) => void };

/** The notifications, newest first. */
export function NotificationList({ onLeave, onAnswer }: NotificationListProps) {
  const { data, isLoadingError, error, isFetching, refetch } = useQuery(notificationsQuery);
  if (isLoadingError) return <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <SkeletonRows count={3} />;
  if (data.length === 0)
    return (
      <EmptyState title="Nothing new" heading="h2">
        Payments, requests and sign-ins will appear here.
      </EmptyState>
    );
  return (
    <ul>
      {data.map((notification) => (
        <li key={notification.id}>
          <NotificationRow notification={notification} onLeave={onLeave} onAnswer={onAnswer} />
        </li>
      ))}
    </ul>
  );
}

export function MarkAllRead({ notifications }: { notifications: readonly Notification[] }) {
  const markRead = useMarkRead();
  const newest = newestOf(notifications);
  if (!newest || unreadOf(notifications).length === 0) return null;
  return (
    <button
      type="button"
      className="link small"
      onClick={({ currentTarget }) => {
        keepFocusNear(currentTarget);
        markRead(newest.date);
      }}
    >
      Mark all read
    </button>
  );
}
