import type { User } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { MailCheck, X } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { isLive } from '../../api/page-settings.ts';
import { may } from '../../api/may.ts';
import { refreshUser } from '../../api/session.ts';
import { subscribeToUnconfirmed } from '../../api/unconfirmed.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NoticeBar } from '../../ui/notice.tsx';
import { keepFocusNear } from '../../ui/keep-focus-near.ts';
import { useResend } from '../../api/use-resend.ts';
import styles from './email.module.css';

/** Asks an unconfirmed member to confirm their email. The member can dismiss the bar for this browser session. */
export function ConfirmEmailBar({ user }: { user: User }) {
  const [isDismissed, setIsDismissed] = useState(() => sessionStorage.getItem(dismissedKey) === user.id);
  useUnconfirmedErrors(() => setIsDismissed(false));
  if (user.email_confirmed || isDismissed) return null;
  const dismiss = () => {
    sessionStorage.setItem(dismissedKey, user.id);
    setIsDismissed(true);
  };
  return <ConfirmPrompt user={user} onDismiss={dismiss} />;
}

const dismissedKey = 'confirm-email-later';

/**
 * Calls `onError` when a request fails because the email is not confirmed. Reloads the user, because the cached user
 * may be outdated.
 */
function useUnconfirmedErrors(onError: () => void) {
  const queryClient = useQueryClient();
  const latest = useEffectEvent(() => {
    onError();
    void refreshUser(queryClient);
  });
  useEffect(() => {
    const unsubscribe = subscribeToUnconfirmed(() => latest());
    return () => void unsubscribe();
  }, []);
}

function ConfirmPrompt({ user, onDismiss }: { user: User; onDismiss: () => void }) {
  const { email } = user;
  const { resend, busy, isSent, message } = useResend(email);
  return (
    <div className={`wrap ${styles.bar}`}>
      <NoticeBar
        icon={MailCheck}
        action={
          <span className={styles.barActions}>
            {!isLive() && (
              <Link className={buttonClass({ variant: 'quiet', size: 's' })} to="/sandbox" search={{ to: email }}>
                Outbox
              </Link>
            )}
            {!isSent && may(user, 'manage') && (
              <Button variant="quiet" size="s" busy={busy} onClick={resend}>
                Resend
              </Button>
            )}
            <IconButton
              icon={X}
              label="Not now"
              onClick={({ currentTarget }) => {
                keepFocusNear(currentTarget);
                onDismiss();
              }}
            />
          </span>
        }
      >
        {message ?? (
          <>
            <b>{user.business ? `Confirm ${email}` : 'Confirm your email'}</b> to send, request and withdraw money, and
            to get waiting payments.
          </>
        )}
      </NoticeBar>
    </div>
  );
}
