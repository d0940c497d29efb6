import type { Notification } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';
import type { Answer } from '../wallet-ui/payment-request/answer-dialog.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { notificationSigns } from './notification-signs.ts';
import { ago } from './ago.ts';
import styles from './notifications.module.css';

type NotificationRowProps = {
  notification: Notification;
  onLeave?: (() => void) | undefined;
  onAnswer: (answer: Answer) => void;
};

/** One notification. An open payment request has buttons. Other notifications link to their subject. */
export function NotificationRow({ notification, onLeave, onAnswer }: NotificationRowProps) {
  const { kind, open, request_id } = notification;
  if (kind === 'new_sign_in') return <SignIn notification={notification} onLeave={onLeave} />;
  if (kind !== 'request_received' || !open || request_id === undefined)
    return <LinkedRow notification={notification} onLeave={onLeave} />;
  return (
    <div className={rowClass(notification)}>
      <Lines notification={notification} />
      <AnswerButtons requestId={request_id} onAnswer={onAnswer} />
    </div>
  );
}

/** A sign-in notification asks whether the member signed in. */
const SignIn = ({ notification, onLeave }: Pick<NotificationRowProps, 'notification' | 'onLeave'>) => (
  <div className={rowClass(notification)}>
    <Lines
      notification={notification}
      end={
        <>
          {'. '}
          <Link className="link no-wrap" to="/profile" hash="security" onClick={onLeave}>
            Not you?
          </Link>
        </>
      }
    />
  </div>
);

function LinkedRow({ notification, onLeave }: Pick<NotificationRowProps, 'notification' | 'onLeave'>) {
  const { kind, transaction_id } = notification;
  const lines = <Lines notification={notification} />;
  const shared = { className: rowClass(notification), ...(onLeave && { onClick: onLeave }) };
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
  if (!isOfPlan(kind)) return <div className={rowClass(notification)}>{lines}</div>;
  return (
    <Link {...shared} to="/profile" hash="plan">
      {lines}
    </Link>
  );
}

const rowClass = ({ read }: Notification) => clsx(styles.notification, read && styles.old);

/** The member's own requests are listed on /receive. */
const isOfOwnRequest = (kind: Notification['kind']) => kind === 'request_declined' || kind === 'request_expired';

const isOfPlan = (kind: Notification['kind']) => kind.startsWith('plan_');

const isOfVerification = (kind: Notification['kind']) => kind.startsWith('kyc_');

type LinesProps = { notification: Notification; end?: ReactNode };

function Lines({ notification: { kind, title, body, date, read }, end }: LinesProps): ReactNode {
  const { icon, isIn } = notificationSigns[kind];
  return (
    <>
      <span className={clsx('way', isIn && 'incoming')}>
        <Icon as={icon} />
      </span>
      <span className={styles.text}>
        <span className="row-title">{title}</span>
        <span className="small muted">
          {body !== undefined && (
            <>
              <bdi>{body.replace(/(?<!\.)\.$/, '')}</bdi>
              {' · '}
            </>
          )}
          <time dateTime={date} className="no-wrap">
            {ago(date)}
          </time>
          {end}
        </span>
      </span>
      {read ? (
        <span />
      ) : (
        <span className={styles.unread}>
          <span className="screen-reader">New</span>
        </span>
      )}
    </>
  );
}
