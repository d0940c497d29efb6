import * as z from 'zod/mini';
import { transaction } from './activity.ts';
import { approval } from './approvals.ts';
import { batchPayout } from './batch-payouts.ts';
import { endpoint } from './endpoint.ts';
import { invoice } from './invoices.ts';
import { notification } from './notifications.ts';
import { paymentRequest } from './payment-requests.ts';
import { id, shownText, timestamp } from './wire.ts';

/** The version of the objects in events and answers. */
export const apiVersion = '1.0.0';

export const eventTypes = [
  'payment.created',
  'payment.completed',
  'payment.canceled',
  'payment.returned',
  'payment.received',
  'deposit.created',
  'deposit.received',
  'deposit.canceled',
  'deposit.returned',
  'deposit.taken_back',
  'deposit.reversed',
  'withdrawal.created',
  'withdrawal.completed',
  'withdrawal.canceled',
  'withdrawal.returned',
  'quote.executed',
  'plan.charged',
  'plan.payment_failed',
  'plan.ended',
  'request.created',
  'request.received',
  'request.paid',
  'request.declined',
  'request.canceled',
  'request.expired',
  'charge.refunded',

  'invoice.issued',
  'invoice.partly_paid',
  'invoice.paid',
  'invoice.payment_removed',
  'invoice.overdue',
  'invoice.credited',
  'approval.needed',
  'approval.approved',
  'approval.refused',
  'approval.withdrawn',
  'approval.expired',
  'approval.failed',
  'batch_payout.finished',
  'batch_payout.stopped',
  'receivable.ended',
  'verification.approved',
  'verification.needs_more',
  'verification.denied',
  'session.opened',
] as const;
export type EventType = (typeof eventTypes)[number];

/** A change of the member's money or objects. */
export const event = z.object({
  /** The event's id: `evt_` and 32 hexadecimal digits. The id is the same in each delivery and each answer. */
  id: z.string(),
  /** Increases by one for each event of the member, starting at 1. */
  sequence: z.number(),
  type: z.enum(eventTypes),
  /** The time of the change. Back-filled events may be older than previous events. */
  timestamp,
  api_version: z.string(),
  /** The call that returns the current state of the object: `/transactions/…`. */
  object: z.string(),
  /**
   * The object right after the change, in the form of the object's call. Null if the object is too large for an event.
   */
  data: z.nullable(z.union([transaction, paymentRequest, invoice, approval, batchPayout, notification])),
});
export type EventOfMember = z.infer<typeof event>;

/** The days of past events that the first call of the log fills in. */
export const backfilledDays = 90;

const sequence = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

const listEvents = endpoint({
  method: 'GET',
  path: '/event-log',
  summary:
    'List the events of the account: from `after` on, oldest first, or with `before`, newest first. The first call fills in the last 90 days',
  access: 'member',
  query: z.object({
    after: z.optional(sequence),
    before: z.optional(sequence),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
  }),
  answer: z.object({
    events: z.array(event),
    /** Whether the next page has events. The next page starts at the last event's sequence. */
    has_more: z.boolean(),
  }),
  refusals: [],
});

const webhookUrl = z.string().check(z.minLength(1), z.maxLength(2_000));
const description = shownText.check(z.maxLength(100));
/** An empty list chooses all types, including future types. */
const chosenTypes = z.array(z.enum(eventTypes)).check(z.maxLength(eventTypes.length));

/** The maximum number of webhooks of a member. */
export const webhooksMaximum = 10;
/** The time during which an earlier secret signs together with the new secret, in hours. */
export const secretGraceHours = 24;

export const webhook = z.object({
  id,
  url: z.string(),
  description: z.string(),
  types: z.array(z.enum(eventTypes)),
  /** `failing`: no delivery has succeeded since `failing_since`. `disabled`: the webhook gets no events. */
  state: z.enum(['active', 'failing', 'disabled']),
  failing_since: z.nullable(timestamp),
  /**
   * The time when the server disabled the webhook after five days of failures. Null if the member disabled the webhook.
   */
  given_up_at: z.nullable(timestamp),
  /** The end of the time during which the earlier secret also signs. Null without an earlier secret. */
  old_secret_until: z.nullable(timestamp),
  /** The number of waiting deliveries. */
  waiting: z.number(),
  created_at: timestamp,
});
export type Webhook = z.infer<typeof webhook>;

const withSecret = z.object({
  webhook,
  /** The key of `v1` signatures, `whsec_…`. No other call returns it. */
  secret: z.string(),
});

export const webhookDelivery = z.object({
  id,
  event_id: z.string(),
  sequence: z.number(),
  type: z.enum(eventTypes),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number(),
  /** The time of the next attempt. Null unless the delivery waits. */
  next_attempt_at: z.nullable(timestamp),
  created_at: timestamp,
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhookAttempt = z.object({
  at: timestamp,
  took_ms: z.number(),
  url: z.string(),
  /** The HTTP status of the answer. Null without an answer. */
  status: z.nullable(z.number()),
  /** Why there was no answer. */
  error: z.nullable(z.string()),
  /** The first 1,000 characters of the answer's body. */
  answer: z.string(),
});
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

const listWebhooks = endpoint({
  method: 'GET',
  path: '/webhooks',
  summary: 'List the webhooks of the account, oldest first',
  access: 'member',
  answer: z.array(webhook),
  refusals: [],
});

const addWebhook = endpoint({
  method: 'POST',
  path: '/webhooks',
  summary: 'Add a webhook. It gets the events from now on. The answer is the only one with its secret',
  access: 'member',
  needsConfirmedEmail: true,
  stepUp: 'or_password',
  atMost: { times: 30, seconds: 60, sharedAs: 'webhooks' },
  body: z.object({ url: webhookUrl, description: z.optional(description), types: z.optional(chosenTypes) }),
  answer: withSecret,
  refusals: ['webhook_address', 'webhooks_full'],
});

const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/webhooks/:id',
  summary: 'Change a webhook. Enabling it again skips the events of the time in between, which a replay sends',
  access: 'member',
  needsConfirmedEmail: true,
  stepUp: 'or_password',
  atMost: { times: 30, seconds: 60, sharedAs: 'webhooks' },
  params: z.object({ id }),
  body: z.object({
    url: z.optional(webhookUrl),
    description: z.optional(description),
    types: z.optional(chosenTypes),
    enabled: z.optional(z.boolean()),
  }),
  answer: webhook,
  refusals: ['webhook_not_found', 'webhook_address'],
});

const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/webhooks/:id',
  summary: 'Remove a webhook and its deliveries',
  access: 'member',
  stepUp: 'or_password',
  params: z.object({ id }),
  refusals: ['webhook_not_found'],
});

const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/webhooks/:id/secret',
  summary: 'Replace the secret. The earlier one signs for 24 more hours, together with the new one',
  access: 'member',
  stepUp: 'or_password',
  atMost: { times: 30, seconds: 60, sharedAs: 'webhooks' },
  params: z.object({ id }),
  answer: withSecret,
  refusals: ['webhook_not_found'],
});

const replayEvents = endpoint({
  method: 'POST',
  path: '/webhooks/:id/replay',
  summary: 'Deliver all events since a time again, with the same ids',
  access: 'member',
  stepUp: 'or_password',
  atMost: { times: 10, seconds: 60, sharedAs: 'webhook replays' },
  params: z.object({ id }),
  body: z.object({ since: timestamp }),
  answer: z.object({ deliveries: z.number() }),
  refusals: ['webhook_not_found', 'webhook_disabled'],
});

const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/webhooks/:id/deliveries',
  summary: 'List the deliveries of a webhook in the last 30 days, newest first, from before an event on',
  access: 'member',
  params: z.object({ id }),
  query: z.object({
    state: z.optional(z.enum(['all', 'waiting', 'delivered', 'failed'])),
    before: z.optional(sequence),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  answer: z.object({ deliveries: z.array(webhookDelivery), has_more: z.boolean() }),
  refusals: ['webhook_not_found'],
});

const getWebhookDelivery = endpoint({
  method: 'GET',
  path: '/webhook-deliveries/:id',
  summary: 'Get a delivery with its event and the latest 50 attempts, newest first',
  access: 'member',
  params: z.object({ id }),
  answer: z.object({ delivery: webhookDelivery, event, attempts: z.array(webhookAttempt) }),
  refusals: ['delivery_not_found'],
});

const replayDelivery = endpoint({
  method: 'POST',
  path: '/webhook-deliveries/:id/replay',
  summary: 'Deliver one event again, with the same id',
  access: 'member',
  stepUp: 'or_password',
  atMost: { times: 60, seconds: 60, sharedAs: 'delivery replays' },
  params: z.object({ id }),
  answer: webhookDelivery,
  refusals: ['delivery_not_found', 'webhook_disabled'],
});

/** The calls about events and webhooks. */
export const eventCalls = {
  listEvents,
  listWebhooks,
  addWebhook,
  changeWebhook,
  removeWebhook,
  rotateWebhookSecret,
  replayEvents,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayDelivery,
};
