import { endpoints, type EventType, type Webhook } from '@florin/contract';
import { pino } from 'pino';
import type { App } from '../src/app.ts';
import { deliverWebhooks, type DeliverySources } from '../src/features/events/deliver-webhooks.ts';
import { recordAllEvents } from '../src/features/events/record-events.ts';
import { postSlots } from '../src/platform/http/post-slots.ts';
import type { TestApp, TestMember } from './test-app.ts';

export const addWebhook = ({ client }: TestMember, url: string, types: EventType[] = []) =>
  client.call(endpoints.addWebhook, { body: { url, types } });

export const sendTo = ({ client }: TestMember, to: string, amount: string) =>
  client.call(endpoints.sendMoney, { body: { recipient_email: to, amount } });

/** Signs up a member with money and a webhook at the given URL, and another member to pay. */
export async function withWebhook(florin: TestApp, url: string, ...types: EventType[]) {
  const [member, other] = [await florin.signUpWith('1000.00', 'Ines'), await florin.signUp('Jonas')];
  const { webhook, secret } = await addWebhook(member, url, types);
  const pay = async (times = 1) => {
    for (let sent = 0; sent < times; sent++) await sendTo(member, other.user.email, '1.00');
  };
  return { member, webhook, secret, pay };
}

/** Records the new events of all members, and makes all due deliveries, like the jobs of a node. */
export async function deliverAll(
  { app }: { readonly app: App },
  changed: Partial<DeliverySources> = {},
  signal?: AbortSignal,
): Promise<void> {
  await recordAllEvents(app.dependencies);
  await deliverWebhooks({ ...app.dependencies, logger: pino({ level: 'silent' }), ...changed }, postSlots(), signal);
}

/** Moves the times of a webhook and its deliveries back by this many hours. */
export async function letHoursPass({ database }: TestApp, { id }: Pick<Webhook, 'id'>, hours: number): Promise<void> {
  await database.ownerPool.query(
    `update webhooks set
       failing_since = failing_since - make_interval(secs => $2), failed_at = failed_at - make_interval(secs => $2),
       next_attempt_at = next_attempt_at - make_interval(secs => $2), warned_at = warned_at - make_interval(secs => $2),
       old_secret_until = old_secret_until - make_interval(secs => $2)
     where id = $1`,
    [id, hours * 3_600],
  );
  await database.ownerPool.query(
    `update webhook_deliveries set created_at = created_at - make_interval(secs => $2),
                                   due_at = due_at - make_interval(secs => $2)
     where webhook_id = $1`,
    [id, hours * 3_600],
  );
}

/** Returns the current state of a webhook. */
export async function stateOf({ client }: TestMember, { id }: Pick<Webhook, 'id'>): Promise<Webhook> {
  const found = (await client.call(endpoints.listWebhooks)).find((one) => one.id === id);
  if (!found) throw new Error('the webhook does not exist');
  return found;
}

export const deliveriesOf = async ({ client }: TestMember, { id }: Pick<Webhook, 'id'>) =>
  (await client.call(endpoints.listWebhookDeliveries, { params: { id }, query: {} })).deliveries;
