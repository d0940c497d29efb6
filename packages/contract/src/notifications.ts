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
  'deposit_taken_back',
  'receivable_ended',
] as const;

/** An event in the member's account that the member did not cause. */
export const notification = z.object({
  id,
  kind: z.enum(notificationKinds),
  /** `Hana Sato requested $24.00` */
  title: z.string(),
  /** The note, the email address or the account. */
  body: z.optional(z.string()),
  date: timestamp,
  read: z.boolean(),
  /** The amount of money events, with its currency. */
  amount: z.optional(money),
  amount_exact: z.optional(exact),
  currency: z.optional(currency),
  /** The related transaction. */
  transaction_id: z.optional(id),
  /** The related payment request. */
  request_id: z.optional(id),
  /** For `request_received`: whether the member can still pay or decline the request. */
  open: z.optional(z.boolean()),
});
export type Notification = z.infer<typeof notification>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'List the latest 50 notifications, newest first',
  access: 'member',
  answer: z.array(notification),
  refusals: [],
});

export const markNotificationsRead = endpoint({
  method: 'POST',
  path: '/notifications/read',
  summary: 'Mark all notifications up to a time as read',
  access: 'member',
  body: z.object({ until: timestamp }),
  refusals: [],
});

/** The topics of a change. Clients refetch the data of these topics. */
export const eventTopics = ['money', 'requests', 'notifications', 'contacts', 'account'] as const;
export type EventTopic = (typeof eventTopics)[number];

/** The data of each `changed` event. */
export const changedEvent = z.object({
  topics: z.array(z.enum(eventTopics)),
  /**
   * The version of the member's data, which differs after every change. A GET with the header `florin-version` returns
   * the version of the data that it read.
   */
  version: z.optional(z.string()),
});

export const streamEvents = endpoint({
  method: 'GET',
  path: '/events',
  summary:
    'Stream changes as server-sent events. `changed` names the topics to refetch. It is also the first event, so a reconnecting client misses nothing',
  access: 'member',
  media: 'text/event-stream',
  refusals: [],
});
