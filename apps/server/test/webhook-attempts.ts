import { endpoints } from '@florin/contract';
import type { Attempt } from './business-attempts.ts';
import type { TestMember } from './test-app.ts';

/** Adds a webhook with one delivery that waits. */
export async function deliveredWebhook({ client }: TestMember) {
  const { webhook } = await client.call(endpoints.addWebhook, { body: { url: 'http://127.0.0.1:1/' } });
  await client.call(endpoints.listEvents, { query: {} });
  const params = { id: webhook.id };
  await client.call(endpoints.replayEvents, { params, body: { since: new Date(0).toISOString() } });
  const { deliveries } = await client.call(endpoints.listWebhookDeliveries, { params, query: {} });
  return { webhookId: webhook.id, deliveryId: deliveries[0]?.id ?? '' };
}

/** Every call that takes the id of a webhook or a delivery. */
export const webhookAttempts = (
  theirs: () => { readonly webhookId: string; readonly deliveryId: string },
): Record<string, Attempt> => ({
  'changing a webhook': {
    endpoint: endpoints.changeWebhook,
    id: () => theirs().webhookId,
    call: (client, id) => client.call(endpoints.changeWebhook, { params: { id }, body: { enabled: false } }),
  },
  'removing a webhook': {
    endpoint: endpoints.removeWebhook,
    id: () => theirs().webhookId,
    call: (client, id) => client.call(endpoints.removeWebhook, { params: { id } }),
  },
  'replacing the secret of a webhook': {
    endpoint: endpoints.rotateWebhookSecret,
    id: () => theirs().webhookId,
    call: (client, id) => client.call(endpoints.rotateWebhookSecret, { params: { id } }),
  },
  'replaying events': {
    endpoint: endpoints.replayEvents,
    id: () => theirs().webhookId,
    call: (client, id) =>
      client.call(endpoints.replayEvents, { params: { id }, body: { since: new Date(0).toISOString() } }),
  },
  'listing deliveries': {
    endpoint: endpoints.listWebhookDeliveries,
    id: () => theirs().webhookId,
    call: (client, id) => client.call(endpoints.listWebhookDeliveries, { params: { id }, query: {} }),
  },
  'reading a delivery': {
    endpoint: endpoints.getWebhookDelivery,
    id: () => theirs().deliveryId,
    call: (client, id) => client.call(endpoints.getWebhookDelivery, { params: { id } }),
  },
  'replaying a delivery': {
    endpoint: endpoints.replayDelivery,
    id: () => theirs().deliveryId,
    call: (client, id) => client.call(endpoints.replayDelivery, { params: { id } }),
  },
});
