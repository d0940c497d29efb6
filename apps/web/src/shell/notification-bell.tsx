import './notifications.css';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import { notificationsQuery } from '../api/queries.ts';
import { Icon } from '../ui/icon.tsx';
import { isPhone } from '../ui/is-phone.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { AnswerDialog, type Answer } from './answer-dialog.tsx';
import { NotificationPanel } from './notification-panel.tsx';
import { newestOf, unreadOf, useMarkRead } from './unread.ts';

/** What happened that the member did not do themselves. What was shown counts as read once the panel is closed. */
export function NotificationBell() {
  const { data: notifications = [] } = useQuery(notificationsQuery);
  const markRead = useMarkRead();
  const [open, setOpen] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const bell = useRef<HTMLButtonElement>(null);
  const unread = unreadOf(notifications).length;

  const change = (opens: boolean) => {
    setOpen(opens);
    const newest = newestOf(notifications);
    if (!opens && unread > 0 && newest) markRead(newest.date);
  };
  const takeUp = (taken: Answer) => {
    // The panel goes, and with it the button: the dialog gives the focus back to the bell.
    bell.current?.focus();
    change(false);
    setAnswer(taken);
  };
  return (
    <>
      <Popover.Root open={open} onOpenChange={change} modal={open && isPhone()}>
        <Tooltip label="Notifications">
          <Popover.Trigger asChild>
            <button ref={bell} type="button" className="icon-btn bell" aria-label={bellName(unread)}>
              <Icon as={Bell} size={20} />
              {unread > 0 && (
                <i className="bell-n" aria-hidden>
                  {countText(unread)}
                </i>
              )}
            </button>
          </Popover.Trigger>
        </Tooltip>
        <Popover.Portal>
          <Popover.Content
            className="bellp"
            align="end"
            sideOffset={6}
            collisionPadding={8}
            aria-labelledby="bell-title"
          >
            <NotificationPanel onLeave={() => change(false)} onAnswer={takeUp} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {/* Read out when it changes, wherever the reader is. */}
      <output className="sr">{unread > 0 && newText(unread)}</output>
      <AnswerDialog answer={answer} onClose={() => setAnswer(undefined)} />
    </>
  );
}

const countText = (count: number) => (count > 9 ? '9+' : String(count));

const bellName = (unread: number) => (unread > 0 ? `Notifications, ${countText(unread)} new` : 'Notifications');

const newText = (unread: number) => (unread === 1 ? '1 new notification' : `${countText(unread)} new notifications`);
