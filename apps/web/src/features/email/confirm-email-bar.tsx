import './email.css';
import type { User } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { MailCheck, X } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { isLive } from '../../api/page-settings.ts';
import { refreshUser } from '../../api/session.ts';
import { subscribeToUnconfirmed } from '../../api/unconfirmed.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NoticeBar } from '../../ui/notice.tsx';
import { stayNear } from '../../ui/stay-near.ts';
import { useResend } from '../../api/use-resend.ts';

/** For a member whose address is not confirmed, until it is or until they put it away for this visit. */
export function ConfirmEmailBar({ user }: { user: User }) {
  const [away, setAway] = useState(() => sessionStorage.getItem(awayKey) === user.id);
  useRefusals(() => setAway(false));
  if (user.email_confirmed || away) return null;
  const putAway = () => {
    sessionStorage.setItem(awayKey, user.id);
    setAway(true);
  };
  return <Asking user={user} onDismiss={putAway} />;
}

const awayKey = 'confirm-email-later';

/** What was put away comes back when a call was refused for it; the member shown may be out of date as well. */
function useRefusals(onRefused: () => void) {
  const queryClient = useQueryClient();
  const latest = useEffectEvent(() => {
    onRefused();
    void refreshUser(queryClient);
  });
  useEffect(() => {
    const unsubscribe = subscribeToUnconfirmed(() => latest());
    return () => void unsubscribe();
  }, []);
}

function Asking({ user: { email }, onDismiss }: { user: User; onDismiss: () => void }) {
  const { resend, busy, isSent, said } = useResend(email);
  return (
    <div className="wrap mail-bar">
      <NoticeBar
        icon={MailCheck}
        action={
          <span className="mail-bar-acts">
            {!isLive() && (
              <Link className={buttonClass({ variant: 'quiet', size: 's' })} to="/sandbox" search={{ to: email }}>
                Outbox
              </Link>
            )}
            {!isSent && (
              <Button variant="quiet" size="s" busy={busy} onClick={resend}>
                Resend
              </Button>
            )}
            <IconButton
              icon={X}
              label="Not now"
              onClick={({ currentTarget }) => {
                stayNear(currentTarget);
                onDismiss();
              }}
            />
          </span>
        }
      >
        {said ?? (
          <>
            <b>Confirm your email</b> to send, request and withdraw money, and to get what waits for you.
          </>
        )}
      </NoticeBar>
    </div>
  );
}
