import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useRef, useState } from 'react';
import { notificationsQuery } from '../api/queries.ts';
import { Icon } from '../ui/icon.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { preloadHandlers, loadOnDemand } from '../ui/load-on-demand.tsx';
import { newestOf, unreadOf, useMarkRead } from './unread.ts';

const NotificationPopover = loadOnDemand(() =>
  import('./notification-popover.tsx').then((loaded) => loaded.NotificationPopover),
);

/** The bell with its notification panel. Closing the panel marks the shown notifications as read. */
export function NotificationBell() {
  const { data: notifications = [] } = useQuery(notificationsQuery);
  const markRead = useMarkRead();
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched');
  const bell = useRef<HTMLButtonElement>(null);
  const unread = unreadOf(notifications).length;

  const change = (opens: boolean) => {
    setState(opens ? 'open' : 'closed');
    const newest = newestOf(notifications);
    if (!opens && unread > 0 && newest) markRead(newest.date);
  };
  // Opens only after the panel's code has loaded, so unseen notifications stay unread.
  const press = () => (state === 'open' ? change(false) : NotificationPopover.need(() => change(true)));
  return (
    <>
      <Tooltip label="Notifications">
        <button
          {...preloadHandlers(NotificationPopover)}
          ref={bell}
          type="button"
          className="icon-button bell"
          aria-label={bellName(unread)}
          aria-haspopup="dialog"
          aria-expanded={state === 'open'}
          onClick={press}
        >
          <Icon as={Bell} size={20} />
          {unread > 0 && (
            <i className="bell-count" aria-hidden>
              {countText(unread)}
            </i>
          )}
        </button>
      </Tooltip>
      {state !== 'untouched' && <NotificationPopover open={state === 'open'} onOpenChange={change} bell={bell} />}
      {/* Screen readers announce changes of this text. */}
      <output className="screen-reader">{unread > 0 && newText(unread)}</output>
    </>
  );
}

const countText = (count: number) => (count > 9 ? '9+' : String(count));

const bellName = (unread: number) => (unread > 0 ? `Notifications, ${countText(unread)} new` : 'Notifications');

const newText = (unread: number) => (unread === 1 ? '1 new notification' : `${countText(unread)} new notifications`);
