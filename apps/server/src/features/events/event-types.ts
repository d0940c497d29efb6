import {
  bankTransferMethod,
  type EventType,
  type Notification,
  type Transaction,
  type TransactionType,
} from '@florin/contract';
import type { ApprovalChange } from '../approvals/index.ts';
import type { BatchChange } from '../batch-payouts/index.ts';
import type { InvoiceChange } from '../invoices/index.ts';
import type { NewNotification } from '../notifications/index.ts';
import type { RequestChange } from '../requests/index.ts';

// The types of all events. A further slice with events adds its types to `eventTypes` in the contract, a table or
// function to this file, and its changes to `draftsOf` in read-drafts.ts.

/** Returns the type of an event about a history line, by the line's type and status. */
export function typeOfLine(line: Transaction): EventType {
  if (line.type === 'deposit' && line.status === 'completed') return typeOfDeposit(line);
  return lineTypes[line.type][line.status] ?? noType(`${line.status} ${line.type}`);
}

const trade = { completed: 'quote.executed' } as const;

const lineTypes: Readonly<Record<TransactionType, { readonly [Status in Transaction['status']]?: EventType }>> = {
  send: {
    pending: 'payment.created',
    completed: 'payment.completed',
    cancelled: 'payment.canceled',
    returned: 'payment.returned',
  },
  receive: { completed: 'payment.received' },
  deposit: { pending: 'deposit.created', cancelled: 'deposit.canceled', returned: 'deposit.returned' },
  withdrawal: {
    pending: 'withdrawal.created',
    completed: 'withdrawal.completed',
    cancelled: 'withdrawal.canceled',
    returned: 'withdrawal.returned',
  },
  exchange: trade,
  buy_crypto: trade,
  sell_crypto: trade,
  plan: { completed: 'plan.charged' },
  taken_back: { completed: 'deposit.taken_back' },
};

/** Money that comes back is a deposit, too: from a payment to a closed account, or from a withdrawal. */
function typeOfDeposit({ counterparty, payment_method: method, reason }: Transaction): EventType {
  if (counterparty !== undefined && method !== bankTransferMethod) return 'payment.returned';
  return method === bankTransferMethod && reason !== undefined ? 'withdrawal.returned' : 'deposit.received';
}

export const typeOfRequest = ({ step }: RequestChange): EventType => `request.${step}`;
export const typeOfInvoice = ({ step }: InvoiceChange): EventType => `invoice.${step}`;
export const typeOfApproval = ({ step }: ApprovalChange): EventType => `approval.${step}`;
export const typeOfBatch = ({ step }: BatchChange): EventType => `batch_payout.${step}`;

/** Returns the type of an event about a notification. Undefined if another event reports the same change. */
export const typeOfNotification = ({ kind }: NewNotification): EventType | undefined => notificationTypes[kind];

const notificationTypes: { readonly [Kind in Notification['kind']]?: EventType } = {
  charge_refunded: 'charge.refunded',
  kyc_verified: 'verification.approved',
  kyc_needs_more: 'verification.needs_more',
  kyc_denied: 'verification.denied',
  plan_payment_failed: 'plan.payment_failed',
  plan_ended: 'plan.ended',
  deposit_taken_back: 'deposit.reversed',
  receivable_ended: 'receivable.ended',
  new_sign_in: 'session.opened',
};

function noType(what: string): never {
  throw new Error(`A ${what} has no event type. Add one to event-types.ts.`);
}
