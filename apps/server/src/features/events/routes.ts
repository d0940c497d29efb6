import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import type { SignedIn } from '../identity/index.ts';
import { getDelivery, listDeliveries, replayDelivery, replayEvents } from './deliveries.ts';
import { listEvents } from './list-events.ts';
import type { WebhookReach } from './reach.ts';
import type { EventSources } from './record-events.ts';
import { listWebhooks } from './webhook-view.ts';
import { addWebhook, changeWebhook, removeWebhook, rotateSecret } from './webhooks.ts';

const route = routesFor<SignedIn>();

export function eventRoutes(dependencies: EventSources & { readonly webhookReach: WebhookReach }) {
  const { pool } = dependencies;
  return [
    route(endpoints.listEvents, ({ member, query }) => listEvents(dependencies, member, query)),
    route(endpoints.listWebhooks, ({ member }) => listWebhooks(pool, member.id)),
    route(endpoints.addWebhook, ({ member, body: { url, description = '', types = [] } }) =>
      addWebhook(dependencies, member, { url, description, types }),
    ),
    route(endpoints.changeWebhook, ({ member, params, body }) => changeWebhook(dependencies, member, params.id, body)),
    route(endpoints.removeWebhook, async ({ member, params }) => {
      await removeWebhook(dependencies, member, params.id);
      return undefined;
    }),
    route(endpoints.rotateWebhookSecret, ({ member, params }) => rotateSecret(dependencies, member, params.id)),
    route(endpoints.replayEvents, ({ member, params, body }) =>
      replayEvents(pool, member, params.id, new Date(body.since)),
    ),
    route(endpoints.listWebhookDeliveries, ({ member, params, query }) =>
      listDeliveries(pool, member, params.id, query),
    ),
    route(endpoints.getWebhookDelivery, ({ member, params }) => getDelivery(dependencies, member, params.id)),
    route(endpoints.replayDelivery, ({ member, params }) => replayDelivery(pool, member, params.id)),
  ];
}
