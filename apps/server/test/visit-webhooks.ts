import { expect } from 'vitest';
import { deliveryOf, webhookOf } from './answer-parts.ts';
import type { endpointVisits } from './endpoint-visits.ts';
import type { TestApp } from './test-app.ts';

/** Makes each call about events and webhooks. Returns the list of webhooks in the form in which it was sent. */
export async function visitWebhooks({ visit }: ReturnType<typeof endpointVisits>, florin: TestApp): Promise<string> {
  const { token } = await florin.signUpWith('10.00');
  expect((await visit('listEvents', { token })).raw).toContain('"amount":10.00,"amount_exact":"10.00"');
  const url = 'http://localhost:4000/hook';
  const params = { id: webhookOf((await visit('addWebhook', { token, body: { url } })).answer) };
  await visit('changeWebhook', { token, params, body: { description: 'Accounting' } });
  await visit('rotateWebhookSecret', { token, params });
  await visit('replayEvents', { token, params, body: { since: '2026-01-01T00:00:00.000Z' } });
  const { raw } = await visit('listWebhooks', { token });
  const delivery = { id: deliveryOf((await visit('listWebhookDeliveries', { token, params })).answer) };
  expect((await visit('getWebhookDelivery', { token, params: delivery })).raw).toContain('"amount":10.00');
  await visit('replayDelivery', { token, params: delivery });
  await visit('removeWebhook', { token, params });
  return raw;
}
