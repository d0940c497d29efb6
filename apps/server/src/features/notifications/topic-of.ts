import type { Notification, NotificationTopic } from '@florin/contract';

/** Returns the topic under which members switch a kind of notification on and off. */
export const topicOf = (kind: Notification['kind']): NotificationTopic => topics[kind];

const topics: Record<Notification['kind'], NotificationTopic> = {
  money_received: 'money_in',
  deposit_completed: 'money_in',
  deposit_returned: 'money_in',
  charge_refunded: 'money_in',
  request_paid: 'money_in',
  withdrawal_completed: 'money_out',
  withdrawal_returned: 'money_out',
  send_claimed: 'money_out',
  send_returned: 'money_out',
  request_received: 'requests',
  request_declined: 'requests',
  request_expired: 'requests',
  kyc_verified: 'account',
  kyc_needs_more: 'account',
  kyc_denied: 'account',
  plan_payment_failed: 'account',
  plan_ended: 'account',
  new_sign_in: 'security',
  deposit_taken_back: 'money_out',
  receivable_ended: 'account',
};
