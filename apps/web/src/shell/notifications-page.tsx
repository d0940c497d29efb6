import './notifications.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { notificationsQuery } from '../api/queries.ts';
import { currentUser } from '../api/session.ts';
import { AnswerDialog, type Answer } from '../wallet-ui/payment-request/answer-dialog.tsx';
import { MarkAllRead, NotificationList } from './notification-list.tsx';
import { newestOf, unreadOf, useMarkRead } from './unread.ts';

/** What the bell lists, with room. */
export function NotificationsPage() {
  const { data = [] } = useQuery(notificationsQuery);
  const [answer, setAnswer] = useState<Answer>();
  useReadOnceLeft();
  return (
    <main className="wrap">
      <header className="page-head nts-head">
        <div>
          <h1>Notifications</h1>
          <p>What happened to your account, the latest 50</p>
        </div>
        <MarkAllRead notifications={data} />
      </header>
      <section className="ledger nts" aria-label="Notifications">
        <NotificationList onAnswer={setAnswer} />
      </section>
      <AnswerDialog answer={answer} onClose={() => setAnswer(undefined)} />
    </main>
  );
}

/** What was shown counts as read once the page is left. */
function useReadOnceLeft() {
  const { data = [] } = useQuery(notificationsQuery);
  const queryClient = useQueryClient();
  const markRead = useMarkRead();
  const leave = useRef(() => {});
  useEffect(() => {
    const newest = newestOf(data);
    leave.current = () => {
      // Whoever has just logged out may change nothing any more.
      if (newest && unreadOf(data).length > 0 && currentUser(queryClient)) markRead(newest.date);
    };
  });
  useEffect(() => () => leave.current(), []);
}
