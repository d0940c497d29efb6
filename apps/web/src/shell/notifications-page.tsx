import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { notificationsQuery } from '../api/queries.ts';
import { currentUser } from '../api/session.ts';
import { AnswerDialog, type Answer } from '../wallet-ui/payment-request/answer-dialog.tsx';
import { MarkAllRead, NotificationList } from './notification-list.tsx';
import { newestOf, unreadOf, useMarkRead } from './unread.ts';
import styles from './notifications.module.css';

/** The notifications of the bell on a full page. */
export function NotificationsPage() {
  const { data = [] } = useQuery(notificationsQuery);
  const [answer, setAnswer] = useState<Answer>();
  useMarkReadOnLeave();
  return (
    <main className="wrap">
      <header className={`page-head ${styles.head}`}>
        <div>
          <h1>Notifications</h1>
          <p>Your latest 50 notifications</p>
        </div>
        <MarkAllRead notifications={data} />
      </header>
      <section className={`ledger ${styles.page}`} aria-label="Notifications">
        <NotificationList onAnswer={setAnswer} />
      </section>
      <AnswerDialog answer={answer} onClose={() => setAnswer(undefined)} />
    </main>
  );
}

/** Marks the shown notifications as read when the page unmounts. */
function useMarkReadOnLeave() {
  const { data = [] } = useQuery(notificationsQuery);
  const queryClient = useQueryClient();
  const markRead = useMarkRead();
  const leave = useRef(() => {});
  useEffect(() => {
    const newest = newestOf(data);
    leave.current = () => {
      // After logging out the call would be unauthorized.
      if (newest && unreadOf(data).length > 0 && currentUser(queryClient)) markRead(newest.date);
    };
  });
  useEffect(() => () => leave.current(), []);
}
