import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { notificationsQuery } from '../api/queries.ts';
import type { Answer } from '../wallet-ui/payment-request/answer-dialog.tsx';
import { MarkAllRead, NotificationList } from './notification-list.tsx';
import styles from './notifications.module.css';

type NotificationPanelProps = { onLeave: () => void; onAnswer: (answer: Answer) => void };

export function NotificationPanel({ onLeave, onAnswer }: NotificationPanelProps) {
  const { data } = useQuery(notificationsQuery);
  return (
    <>
      {/* role="none", because a page may have only one banner landmark. */}
      <header role="none">
        <h2 id="bell-title">Notifications</h2>
        {data && <MarkAllRead notifications={data} />}
      </header>
      <div className={styles.popoverList}>
        <NotificationList onLeave={onLeave} onAnswer={onAnswer} />
      </div>
      {data && data.length > 0 && (
        <footer>
          <Link className="link small" to="/notifications" onClick={onLeave}>
            All notifications
          </Link>
        </footer>
      )}
    </>
  );
}
