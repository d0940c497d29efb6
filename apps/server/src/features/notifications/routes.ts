import { endpoints } from '@florin/contract';
import { routesFor, streamsFor } from '../../platform/http/route.ts';
import type { Member } from '../identity/index.ts';
import { listNotifications, type NotificationSources } from './list-notifications.ts';
import type { Live } from './live.ts';
import { markRead } from './mark-read.ts';

const route = routesFor<Member>();
const stream = streamsFor<Member>();

export function notificationRoutes(dependencies: NotificationSources & { readonly live: Live }) {
  const { pool, live } = dependencies;
  return [
    route(endpoints.listNotifications, ({ member }) => listNotifications(dependencies, member)),
    route(endpoints.markNotificationsRead, async ({ member, body }) => {
      await markRead(pool, member.id, new Date(body.until));
      return undefined;
    }),
    stream(endpoints.streamEvents, async ({ member, token }) => ({ stream: live.open(member.id, token) })),
  ];
}
