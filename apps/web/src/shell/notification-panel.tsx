import type { Notification } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { notificationsQuery } from '../api/queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailed } from '../wallet-ui/load-failed.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { stayNear } from '../ui/stay-near.ts';
import type { Answer } from '../wallet-ui/payment-request/answer-dialog.tsx';
import { NotificationRow } from './notification-row.tsx';
import { newestOf, unreadOf, useMarkRead } from './unread.ts';

type NotificationPanelProps = { onLeave: () => void; onAnswer: (answer: Answer) => void };

export function NotificationPanel({ onLeave, onAnswer }: NotificationPanelProps) {
  const { data, isLoadingError, error, isFetching, refetch } = useQuery(notificationsQuery);
  return (
    <>
      <header>
        <h2 id="bell-title">Notifications</h2>
        {data && <MarkAllRead notifications={data} />}
      </header>
      <div className="bellp-in">
        {data && <Listed notifications={data} onLeave={onLeave} onAnswer={onAnswer} />}
        {isLoadingError && <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />}
        {!data && !isLoadingError && <SkeletonRows count={3} />}
      </div>
      {data && data.length > 0 && (
        <footer>
          <Link className="link small" to="/transactions" onClick={onLeave}>
            All transactions
          </Link>
        </footer>
      )}
    </>
  );
}

function MarkAllRead({ notifications }: { notifications: readonly Notification[] }) {
  const markRead = useMarkRead();
  const newest = newestOf(notifications);
  if (!newest || unreadOf(notifications).length === 0) return null;
  return (
    <button
      type="button"
      className="link small"
      onClick={({ currentTarget }) => {
        stayNear(currentTarget);
        markRead(newest.date);
      }}
    >
      Mark all read
    </button>
  );
}

function Listed({ notifications, ...rest }: NotificationPanelProps & { notifications: readonly Notification[] }) {
  if (notifications.length === 0)
    return <EmptyState title="Nothing new">Payments, requests and sign-ins are listed here.</EmptyState>;
  return (
    <ul>
      {notifications.map((notification) => (
        <li key={notification.id}>
          <NotificationRow notification={notification} {...rest} />
        </li>
      ))}
    </ul>
  );
}
