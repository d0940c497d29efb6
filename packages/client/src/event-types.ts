import type { Approval, BatchPayout, Invoice } from './business-types.ts';
import type { Currency, PaymentRequest, Transaction } from './types.ts';

export type EventType =
  | 'payment.created'
  | 'payment.completed'
  | 'payment.canceled'
  | 'payment.returned'
  | 'payment.received'
  | 'deposit.created'
  | 'deposit.received'
  | 'deposit.canceled'
  | 'deposit.returned'
  | 'deposit.taken_back'
  | 'deposit.reversed'
  | 'withdrawal.created'
  | 'withdrawal.completed'
  | 'withdrawal.canceled'
  | 'withdrawal.returned'
  | 'quote.executed'
  | 'plan.charged'
  | 'plan.payment_failed'
  | 'plan.ended'
  | 'request.created'
  | 'request.received'
  | 'request.paid'
  | 'request.declined'
  | 'request.canceled'
  | 'request.expired'
  | 'charge.refunded'
  | 'invoice.issued'
  | 'invoice.partly_paid'
  | 'invoice.paid'
  | 'invoice.payment_removed'
  | 'invoice.overdue'
  | 'invoice.credited'
  | 'approval.needed'
  | 'approval.approved'
  | 'approval.refused'
  | 'approval.withdrawn'
  | 'approval.expired'
  | 'approval.failed'
  | 'batch_payout.finished'
  | 'batch_payout.stopped'
  | 'receivable.ended'
  | 'verification.approved'
  | 'verification.needs_more'
  | 'verification.denied'
  | 'session.opened';

export type NotificationKind =
  | 'money_received'
  | 'deposit_completed'
  | 'deposit_returned'
  | 'charge_refunded'
  | 'withdrawal_completed'
  | 'withdrawal_returned'
  | 'send_claimed'
  | 'send_returned'
  | 'request_received'
  | 'request_paid'
  | 'request_declined'
  | 'request_expired'
  | 'kyc_verified'
  | 'kyc_needs_more'
  | 'kyc_denied'
  | 'plan_payment_failed'
  | 'plan_ended'
  | 'new_sign_in'
  | 'deposit_taken_back'
  | 'receivable_ended';

/** An event in the account that the account's people did not cause. */
export type Notification = {
  id: string;
  kind: NotificationKind;
  title: string;
  body?: string | undefined;
  date: string;
  read: boolean;
  amount?: number | undefined;
  amount_exact?: string | undefined;
  currency?: Currency | undefined;
  transaction_id?: string | undefined;
  request_id?: string | undefined;
  open?: boolean | undefined;
};

/** A change of the account's money or objects. A newer server may send more types. */
export type FlorinEvent = {
  /** The event's id, `evt_…`, which is the same in each delivery and each read. Use the id to handle an event once. */
  id: string;
  /** Increases by one for each event of the account, starting at 1. */
  sequence: number;
  type: EventType;
  /** The time of the change, an ISO 8601 time in UTC. */
  timestamp: string;
  api_version: string;
  /** The path of the object: `/transactions/…`. */
  object: string;
  /** The object right after the change. Null if it is too large for an event. */
  data: Transaction | PaymentRequest | Invoice | Approval | BatchPayout | Notification | null;
};
