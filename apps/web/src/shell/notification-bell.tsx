import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useRef, useState } from 'react';
import { notificationsQuery } from '../api/queries.ts';
import { Icon } from '../ui/icon.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { preloads, whenNeeded } from '../ui/when-needed.tsx';
import { newestOf, unreadOf, useMarkRead } from './unread.ts';

const NotificationPopover = whenNeeded(() =>
  import('./notification-popover.tsx').then((loaded) => loaded.NotificationPopover),
);

/** What happened that the member did not do themselves. What was shown counts as read once the panel is closed. */
export function NotificationBell() {
  const { data: notifications = [] } = useQuery(notificationsQuery);
  const markRead = useMarkRead();
  // A new object with each press, so that a panel that did not come is asked for again.
  const [state, setState] = useState<{ opens: boolean }>();
  const Panel = NotificationPopover.useLoaded(state);
  const isOpen = state?.opens === true && Panel !== undefined;
  const bell = useRef<HTMLButtonElement>(null);
  const unread = unreadOf(notifications).length;

  const change = (opens: boolean) => {
    setState({ opens });
    const newest = newestOf(notifications);
    if (isOpen && !opens && unread > 0 && newest) markRead(newest.date);
  };
  return (
    <>
      <Tooltip label="Notifications">
        <button
          {...preloads(NotificationPopover)}
          ref={bell}
          type="button"
          className="icon-btn bell"
          aria-label={bellName(unread)}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => change(!isOpen)}
        >
          <Icon as={Bell} size={20} />
          {unread > 0 && (
            <i className="bell-n" aria-hidden>
              {countText(unread)}
            </i>
          )}
        </button>
      </Tooltip>
      {Panel && <Panel open={isOpen} onOpenChange={change} bell={bell} />}
      {/* Read out when it changes, wherever the reader is. */}
      <output className="sr">{unread > 0 && newText(unread)}</output>
    </>
  );
}

const countText = (count: number) => (count > 9 ? '9+' : String(count));

const bellName = (unread: number) => (unread > 0 ? `Notifications, ${countText(unread)} new` : 'Notifications');

const newText = (unread: number) => (unread === 1 ? '1 new notification' : `${countText(unread)} new notifications`);
