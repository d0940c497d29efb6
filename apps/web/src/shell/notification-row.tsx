import type { Notification } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';
import type { Answer } from './answer-dialog.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { notificationSigns } from './notification-signs.ts';
import { ago } from './ago.ts';

type NotificationRowProps = { notification: Notification; onLeave: () => void; onAnswer: (answer: Answer) => void };

/** One line that says what happened. An open request is answered here; the rest leads to what it is about. */
export function NotificationRow({ notification, onLeave, onAnswer }: NotificationRowProps) {
  const { kind, open, request_id, transaction_id } = notification;
  const lines = <Lines notification={notification} />;
  if (kind === 'request_received' && open && request_id !== undefined)
    return (
      <div className={rowClass(notification)}>
        {lines}
        <AnswerButtons requestId={request_id} onAnswer={onAnswer} />
      </div>
    );
  const shared = { className: rowClass(notification), onClick: onLeave };
  if (transaction_id !== undefined)
    return (
      <Link {...shared} to="/transactions" search={{ id: transaction_id }}>
        {lines}
      </Link>
    );
  if (isOfOwnRequest(kind))
    return (
      <Link {...shared} to="/receive">
        {lines}
      </Link>
    );
  if (isOfVerification(kind))
    return (
      <Link {...shared} to="/kyc">
        {lines}
      </Link>
    );
  if (isOfPlan(kind))
    return (
      <Link {...shared} to="/profile" hash="plan">
        {lines}
      </Link>
    );
  return <div className={rowClass(notification)}>{lines}</div>;
}

const rowClass = ({ read }: Notification) => clsx('nt', read && 'old');

/** Own requests are listed where they are made. */
const isOfOwnRequest = (kind: Notification['kind']) => kind === 'request_declined' || kind === 'request_expired';

const isOfPlan = (kind: Notification['kind']) => kind.startsWith('plan_');

const isOfVerification = (kind: Notification['kind']) => kind.startsWith('kyc_');

function Lines({ notification: { kind, title, body, date, read } }: { notification: Notification }): ReactNode {
  const { icon, isIn } = notificationSigns[kind];
  return (
    <>
      <span className={clsx('way', isIn && 'in')}>
        <Icon as={icon} />
      </span>
      <span className="nt-what">
        <span className="t">{title}</span>
        <span className="small muted">
          {body !== undefined && `${body} · `}
          <time dateTime={date}>{ago(date)}</time>
        </span>
      </span>
      {read ? (
        <span />
      ) : (
        <span className="new">
          <span className="sr">New</span>
        </span>
      )}
    </>
  );
}
