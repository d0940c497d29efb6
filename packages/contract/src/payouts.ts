import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { reason } from './proposals.ts';
import { currency, exact, id, timestamp } from './wire.ts';

export const payoutSchemes = ['sepa', 'sepa-instant', 'gbp-domestic', 'nacha', 'usd-cross-border'] as const;
export type PayoutScheme = (typeof payoutSchemes)[number];

const readyPayout = z.object({
  /** The transaction's id, or an id of the statement line with the money that goes back to its payer. */
  id,
  kind: z.enum(['withdrawal', 'return_to_payer']),
  /** The member who made the withdrawal. Null for a return to a payer. */
  user_id: z.nullable(id),
  /** The member's or the payer's name. */
  name: z.string(),
  email: z.nullable(z.string()),
  /** The only account that can pay the payout, because the account that received the money pays its return. */
  account: z.nullable(z.string()),
  /** `Bank account DE •••• 4300` */
  method: z.string(),
  amount_exact: exact,
  currency,
  asked_at: timestamp,
  /** Warnings for the operator, such as `Frozen`. */
  signs: z.array(z.string()),
  /**
   * True if the member's name is similar to a name on a sanctions list, and no operator has cleared the member's name.
   */
  on_list: z.boolean(),
});

const paymentBatch = z.object({
  id,
  number: z.number(),
  account: z.string(),
  scheme: z.enum(payoutSchemes),
  state: z.enum(['proposed', 'approved', 'written', 'sent', 'refused']),
  made_by: z.string(),
  made_at: timestamp,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(timestamp),
  /** The operator who marked the batch as sent to the bank, and the time. Null before. */
  sent_by: z.nullable(z.string()),
  sent_at: z.nullable(timestamp),
  /**
   * Why the batch was refused. For an approved batch: why operators must check its payments, because the password of
   * the operator who made or approved it was reset by email.
   */
  reason: z.nullable(z.string()),
  /** The number of payouts that are in the file, or will be in the file. */
  count: z.number(),
  total_exact: exact,
  currency,
  /** The number of payouts that were canceled, returned or frozen before the approval. */
  dropped: z.number(),
  settled: z.number(),
  returned: z.number(),
  /** The name of the file. */
  file_name: z.string(),
  /**
   * The newest unallocated line with the sum of exactly the payouts that are in no statement yet. If the line is
   * positive, its amount is the sum of the returned payouts. An operator decides whether the line belongs to this
   * batch.
   */
  suggested_line: z.nullable(
    z.object({ id: z.string(), booked: z.nullable(z.string()), amount_exact: exact, text: z.nullable(z.string()) }),
  ),
  /** Null until the file is written. */
  sha256: z.nullable(z.string()),
  /** True if the caller made the batch. In this case another operator must approve the batch. */
  yours: z.boolean(),
});
export type PaymentBatch = z.infer<typeof paymentBatch>;

const accountChange = z.object({
  id,
  name: z.string(),
  email: z.string(),
  /** `Bank account •••• 4300` */
  method: z.string(),
  /** NACHA's code, such as `C01`. */
  code: z.string(),
  /** The meaning of the code. */
  text: z.string(),
  /** The end of the corrected data, such as `•••• 4321`. */
  hint: z.nullable(z.string()),
  received_at: timestamp,
});
export type AccountChange = z.infer<typeof accountChange>;

const payoutDesk = z.object({
  /** The operator accounts that can pay payouts. `missing` names the missing settings. */
  accounts: z.array(
    z.object({
      id: z.string(),
      currency,
      schemes: z.array(z.enum(payoutSchemes)),
      missing: z.nullable(z.string()),
    }),
  ),
  /** Withdrawals and returns to payers that are ready for a batch, oldest first, at most 500. */
  ready: z.array(readyPayout),
  /** Newest first, at most 50. */
  batches: z.array(paymentBatch),
  /** Corrections of payees' accounts that no operator has handled, oldest first, at most 50. */
  changes: z.array(accountChange),
});
export type PayoutDesk = z.infer<typeof payoutDesk>;

const batchPayment = z.object({
  id,
  kind: z.enum(['withdrawal', 'return_to_payer']),
  /** The member's or the payer's name. */
  name: z.string(),
  /** The member's email. Null for a return to a payer. */
  email: z.nullable(z.string()),
  /** `Bank account DE •••• 4300`, or the payer's account */
  method: z.string(),
  amount_exact: exact,
  currency,
  /** `dropped`: the payout was canceled or frozen before the approval, so the payout is in no file. */
  state: z.enum(['batched', 'dropped', 'sent', 'settled', 'returned']),
});
export type BatchPayment = z.infer<typeof batchPayment>;

const byId = z.object({ id });
const batchAnswer = z.object({ batch: paymentBatch });

const getPayoutDesk = endpoint({
  method: 'GET',
  path: '/operations/payouts',
  summary: 'Get the withdrawals and returns to payers that wait for a payment batch, and the batches',
  access: 'operator',
  answer: payoutDesk,
  refusals: [],
});

const makeBatch = endpoint({
  method: 'POST',
  path: '/operations/payouts/batches',
  summary: 'Propose a payment batch of withdrawals and returns to payers. Another operator must approve it',
  access: 'operator',
  stepUp: 'or_password',
  body: z.object({
    account: z.string().check(z.maxLength(40)),
    scheme: z.enum(payoutSchemes),
    /** The ids of ready payouts. */
    payouts: z.array(id).check(z.minLength(1), z.maxLength(500)),
  }),
  answer: batchAnswer,
  refusals: ['payout_not_ready', 'batch_not_possible', 'second_operator_required', 'name_on_list'],
});

const listBatchPayments = endpoint({
  method: 'GET',
  path: '/operations/payouts/batches/:id/payments',
  summary: 'List the payments of a batch with recipient and amount',
  access: 'operator',
  params: byId,
  answer: z.object({ payments: z.array(batchPayment) }),
  refusals: ['batch_not_found'],
});

const approveBatch = endpoint({
  method: 'POST',
  path: '/operations/payouts/batches/:id/approve',
  summary: "Approve another operator's payment batch, and write its file. Withdrawals can then no longer be canceled",
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  answer: batchAnswer,
  refusals: ['batch_not_found', 'batch_not_open', 'second_operator_required', 'batch_not_possible', 'name_on_list'],
});

const refuseBatch = endpoint({
  method: 'POST',
  path: '/operations/payouts/batches/:id/refuse',
  summary: 'Refuse a payment batch, or take back your own. Its withdrawals can be put into another batch',
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  body: z.object({ reason }),
  answer: batchAnswer,
  refusals: ['batch_not_found', 'batch_not_open'],
});

const getBatchFile = endpoint({
  method: 'GET',
  path: '/operations/payouts/batches/:id/file',
  summary: 'Download the payment file of an approved batch. It never changes',
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  media: 'application/octet-stream',
  refusals: ['batch_not_found'],
});

const markBatchSent = endpoint({
  method: 'POST',
  path: '/operations/payouts/batches/:id/sent',
  summary: 'Record that the file of a batch was given to the bank',
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  answer: batchAnswer,
  refusals: ['batch_not_found', 'batch_not_open'],
});

const settleBatch = endpoint({
  method: 'POST',
  path: '/operations/payouts/batches/:id/settle',
  summary: 'Decide that an unallocated statement line is about a batch. The amounts must add up exactly',
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  body: z.object({ line: z.string().check(z.regex(/^\d{1,18}$/)) }),
  answer: batchAnswer,
  refusals: ['batch_not_found', 'batch_not_open', 'line_not_found', 'line_not_unallocated', 'batch_not_possible'],
});

const finishAccountChange = endpoint({
  method: 'POST',
  path: '/operations/payouts/changes/:id/done',
  summary: 'Record that the member was notified of a correction of the bank account. Repeating it changes nothing',
  access: 'operator',
  stepUp: 'or_password',
  params: byId,
  refusals: ['account_change_not_found'],
});

/** The calls about payouts. */
export const payoutCalls = {
  getPayoutDesk,
  makeBatch,
  listBatchPayments,
  approveBatch,
  refuseBatch,
  getBatchFile,
  markBatchSent,
  settleBatch,
  finishAccountChange,
};
