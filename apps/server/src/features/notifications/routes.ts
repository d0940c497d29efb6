import { endpoints } from '@florin/contract';
import { routesFor, streamsFor } from '../../platform/http/route.ts';
import type { SignedIn } from '../identity/index.ts';
import { listNotifications, type NotificationSources } from './list-notifications.ts';
import type { Live } from './live.ts';
import { changePreferences, getPreferences, noPush } from './preferences.ts';
import { addSubscription, removeSubscription } from './push/subscriptions.ts';
import type { PushKeys } from './push/push-keys.ts';
import { markRead } from './mark-read.ts';

const route = routesFor<SignedIn>();
const stream = streamsFor<SignedIn>();

type Dependencies = NotificationSources & {
  readonly live: Live;
  readonly rateLimits: boolean;
  /** Undefined if this server sends no push messages. */
  readonly pushKeys: PushKeys | undefined;
  readonly textsAvailable: boolean;
};

export function notificationRoutes(dependencies: Dependencies) {
  const { pool, live } = dependencies;
  return [
    route(endpoints.listNotifications, ({ member }) => listNotifications(dependencies, member)),
    route(endpoints.markNotificationsRead, async ({ member, body }) => {
      await markRead(pool, member.id, new Date(body.until));
      return undefined;
    }),
    route(endpoints.getPreferences, ({ member }) => getPreferences(dependencies, member.id)),
    route(endpoints.changePreferences, ({ member, body }) => changePreferences(dependencies, member.id, body)),
    route(endpoints.addPushSubscription, async ({ member, body: { endpoint, keys } }) => {
      if (!dependencies.pushKeys) throw noPush();
      await addSubscription(dependencies, member, { endpoint, ...keys });
      return undefined;
    }),
    route(endpoints.removePushSubscription, async ({ member, body }) => {
      await removeSubscription(pool, member.id, body.endpoint);
      return undefined;
    }),
    stream(endpoints.streamEvents, async ({ member, token }) => ({ stream: live.open(member.id, token) })),
  ];
}
