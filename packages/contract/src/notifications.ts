import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { exact, id, money, currency, timestamp } from './wire.ts';

const notificationKinds = [
  'money_received',
  'deposit_completed',
  'deposit_returned',
  'charge_refunded',
  'withdrawal_completed',
  'withdrawal_returned',
  'send_claimed',
  'send_returned',
  'request_received',
  'request_paid',
  'request_declined',
  'request_expired',
  'kyc_verified',
  'kyc_needs_more',
  'kyc_denied',
  'plan_payment_failed',
  'plan_ended',
  'new_sign_in',
] as const;

/** Something that happened to the member and that they did not do themselves. */
export const notification = z.object({
  id,
  kind: z.enum(notificationKinds),
  /** `Hana Sato requested $24.00` */
  title: z.string(),
  /** The note, the address or the account. */
  body: z.optional(z.string()),
  date: timestamp,
  read: z.boolean(),
  /** With its currency, where it is about money. */
  amount: z.optional(money),
  amount_exact: z.optional(exact),
  currency: z.optional(currency),
  /** The line of history it is about. */
  transaction_id: z.optional(id),
  /** The request it is about. */
  request_id: z.optional(id),
  /** For `request_received`: it can still be paid or declined. */
  open: z.optional(z.boolean()),
});
export type Notification = z.infer<typeof notification>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'The latest, newest first, 50 at most',
  access: 'member',
  answer: z.array(notification),
  refusals: [],
});

export const markNotificationsRead = endpoint({
  method: 'POST',
  path: '/notifications/read',
  summary: 'Everything up to this moment has been read',
  access: 'member',
  body: z.object({ until: timestamp }),
  refusals: [],
});

/** What may have changed: ask again for it. */
export const eventTopics = ['money', 'requests', 'notifications', 'contacts', 'account'] as const;
export type EventTopic = (typeof eventTopics)[number];

/** The data of each event called `changed`. */
export const changedEvent = z.object({
  topics: z.array(z.enum(eventTopics)),
  /** Another one whenever anything has changed. A GET that is asked with `florin-version` answers with the one it read at. */
  version: z.optional(z.string()),
});

export const streamEvents = endpoint({
  method: 'GET',
  path: '/events',
  summary:
    'Server-sent events. `changed` names what to ask again for; it is also sent first, so that whoever reconnects has missed nothing',
  access: 'member',
  media: 'text/event-stream',
  refusals: [],
});
