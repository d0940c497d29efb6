import * as z from 'zod/mini';
import { documentShare } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { currency, exact, id, money, timestamp } from './wire.ts';

export const batchPayoutBounds = {
  rows: 5000,
  bytes: 1_000_000,
  /** Batches of one account that have not started. */
  unstarted: 20,
  /** Batches that one account uploads in 24 hours. */
  perDay: 100,
  /** Errors and warnings in the answer for one batch. `error_count` has the full count. */
  shownErrors: 100,
} as const;

/**
 * `invalid`: some rows have errors, so it cannot start. `ready`: it can start. `waiting`: it was started and waits for
 * the approval of others. `running`: rows are being paid. `stopped`: it ended before all rows had run. `finished`: all
 * rows have run; some may have failed.
 */
export const batchPayoutStates = ['invalid', 'ready', 'waiting', 'running', 'stopped', 'finished'] as const;
export type BatchPayoutState = (typeof batchPayoutStates)[number];

/**
 * `invalid`: its cells have errors. `ready`: it has not run yet. `paid`: the money has left the wallet or is reserved.
 * `failed`: it was refused, and can be retried. `not_run`: the batch stopped before it, and it can be retried.
 */
export const batchRowStates = ['invalid', 'ready', 'paid', 'failed', 'not_run'] as const;
export type BatchRowState = (typeof batchRowStates)[number];

/** The columns of a file. `recipient` takes an email address or one of the account's own bank accounts. */
export const batchColumns = ['recipient', 'amount', 'currency', 'note', 'reference'] as const;
export type BatchColumn = (typeof batchColumns)[number];

const cellProblem = z.object({
  column: z.enum(batchColumns),
  /** The cell's text, shortened. */
  value: z.string(),
  /** What is wrong and what to do, as sentences. */
  message: z.string(),
});

const rowProblem = z.object({
  /** The row's number in the file. The header is row 1. */
  row: z.number(),
  ...cellProblem.shape,
});
export type BatchRowProblem = z.infer<typeof rowProblem>;

/** The payments of one currency. Rows with errors do not count. */
const total = z.object({
  currency,
  count: z.number(),
  /** What the recipients get. */
  sum: money,
  sum_exact: exact,
  fees: money,
  fees_exact: exact,
  /** Sum and fees. */
  total: money,
  total_exact: exact,
});

const person = z.object({ id, name: z.string() });

const listed = {
  id,
  file_name: z.string(),
  state: z.enum(batchPayoutStates),
  /** How many rows are in each state. */
  counts: z.object({
    all: z.number(),
    invalid: z.number(),
    ready: z.number(),
    paid: z.number(),
    failed: z.number(),
    not_run: z.number(),
  }),
  uploaded_by: person,
  uploaded_at: timestamp,
  started_by: z.nullable(person),
  started_at: z.nullable(timestamp),
  ended_at: z.nullable(timestamp),
};

export const batchPayoutItem = z.object({ ...listed, totals: z.array(total) });
export type BatchPayoutItem = z.infer<typeof batchPayoutItem>;

export const batchPayout = z.object({
  ...listed,
  /** By currency, with what the wallet has. `open_exact` is what the rows that have not been paid cost with fees. */
  totals: z.array(
    z.object({ ...total.shape, open: money, open_exact: exact, available: money, available_exact: exact }),
  ),
  /** Errors of cells, at most 100, in the order of the rows. */
  errors: z.array(rowProblem),
  /** The full count of the errors. */
  error_count: z.number(),
  /** Things to check that do not prevent the start, at most 100. */
  warnings: z.array(rowProblem),
  warning_count: z.number(),
  /** Why it stopped, or why a start was not approved. */
  reason: z.nullable(z.string()),
  /** The approval that it waits for, in `GET /approvals/:id`. */
  approval_id: z.nullable(id),
  /** What its state allows. The caller also needs the role for it. */
  can_start: z.boolean(),
  can_stop: z.boolean(),
  can_retry: z.boolean(),
  can_remove: z.boolean(),
});
export type BatchPayout = z.infer<typeof batchPayout>;

export const uploadedBatchPayout = z.object({
  batch: batchPayout,
  /** True if the same file was uploaded before, by any person of the account. Then `batch` is the earlier one. */
  known: z.boolean(),
  /** With `known`: who uploaded it, when, and what to do to pay these rows again. */
  message: z.nullable(z.string()),
});
export type UploadedBatchPayout = z.infer<typeof uploadedBatchPayout>;

export const batchRow = z.object({
  /** The row's number in the file. The header is row 1. */
  row: z.number(),
  state: z.enum(batchRowStates),
  /** `send` to an email address, or `withdrawal` to an own bank account. Null if the recipient has an error. */
  kind: z.nullable(z.enum(['send', 'withdrawal'])),
  /** The address, or the bank account as it is shown elsewhere: `Bank account DE •••• 4300`. */
  recipient: z.string(),
  /** The amount as the file has it. */
  amount_text: z.string(),
  /** Null if it cannot be read. */
  amount: z.nullable(money),
  amount_exact: z.nullable(exact),
  fee: z.nullable(money),
  fee_exact: z.nullable(exact),
  currency: z.nullable(currency),
  note: z.string(),
  reference: z.string(),
  errors: z.array(cellProblem),
  warnings: z.array(cellProblem),
  /** Why it failed or did not run, or what a paid row waits for. */
  message: z.nullable(z.string()),
  /** The transaction of a paid row, in `GET /transactions/:id`. */
  transaction_id: z.nullable(z.string()),
  paid_at: z.nullable(timestamp),
});
export type BatchRow = z.infer<typeof batchRow>;

const byId = z.object({ id });
const cursor = z.optional(z.string().check(z.maxLength(64)));

const paying = {
  method: 'POST',
  access: 'member',
  needsConfirmedEmail: true,
  stepUp: 'sometimes',
  waitsAfterFactorReset: 'sometimes',
  notWhileOwing: true,
  movesMoney: true,
  costsSendFee: true,
  atMost: { times: 30, seconds: 60, sharedAs: 'batch payouts' },
  params: byId,
  answer: batchPayout,
  refusals: [
    'not_found',
    'batch_payout_not_ready',
    'insufficient_balance',
    'refused_by_rule',
    'second_factor_required',
    'password_required',
    'limit_exceeded',
    'wallet_not_allowed',
    'recipient_not_allowed',
    'key_limit_exceeded',
    'not_for_keys',
    'quote_expired',
    'too_many_requests',
  ],
} as const;

const uploadBatchPayout = endpoint({
  method: 'POST',
  path: '/batch-payouts',
  summary:
    'Upload a CSV file of payments and validate it. Nothing moves until it is started. The same file again returns the same batch payout',
  access: 'member',
  atMost: { times: 30, seconds: 60, sharedAs: 'batch payouts' },
  upload: {
    maxBytes: batchPayoutBounds.bytes,
    takes:
      'CSV with the columns recipient, amount, currency, and optionally note and reference, up to 5,000 rows and 1 MB. Comma, semicolon, tab or | between cells',
  },
  answer: uploadedBatchPayout,
  refusals: ['batch_file_refused', 'file_too_large', 'file_not_accepted', 'too_many_requests'],
});

const listBatchPayouts = endpoint({
  method: 'GET',
  path: '/batch-payouts',
  summary: 'List batch payouts, newest first. The Link header names the next page',
  access: 'member',
  paged: true,
  query: z.object({ cursor }),
  answer: z.array(batchPayoutItem),
  refusals: [],
});

const getBatchPayout = endpoint({
  method: 'GET',
  path: '/batch-payouts/:id',
  summary: 'Get a batch payout with its errors, its totals, and what the wallets have',
  access: 'member',
  params: byId,
  answer: batchPayout,
  refusals: ['not_found'],
});

const listBatchRows = endpoint({
  method: 'GET',
  path: '/batch-payouts/:id/rows',
  summary:
    'List the rows of a batch payout in the order of the file. The Link header names the next page, X-Total-Count the number of matches',
  access: 'member',
  paged: true,
  params: byId,
  query: z.object({
    state: z.optional(z.enum(['all', ...batchRowStates])),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
    cursor,
  }),
  answer: z.array(batchRow),
  refusals: ['not_found'],
});

const startBatchPayout = endpoint({
  ...paying,
  path: '/batch-payouts/:id/start',
  summary: 'Pay all rows, or propose it to others if the rules ask for approvals. Each row is paid at most once',
});

const retryBatchPayout = endpoint({
  ...paying,
  path: '/batch-payouts/:id/retry',
  summary: 'Pay the rows that failed or did not run. The rules decide again',
});

const stopBatchPayout = endpoint({
  method: 'POST',
  path: '/batch-payouts/:id/stop',
  summary: 'Stop a batch payout that runs. Paid rows stay paid. The others can be retried',
  access: 'member',
  params: byId,
  answer: batchPayout,
  refusals: ['not_found', 'batch_payout_not_ready'],
});

const removeBatchPayout = endpoint({
  method: 'DELETE',
  path: '/batch-payouts/:id',
  summary: 'Remove a batch payout that was never started. Its file can be uploaded again',
  access: 'member',
  params: byId,
  refusals: ['not_found', 'batch_payout_not_ready'],
});

const getBatchResults = endpoint({
  method: 'GET',
  path: '/batch-payouts/:id/results',
  summary: 'Download what happened to each row as a CSV file',
  access: 'member',
  params: byId,
  media: 'text/csv',
  ...documentShare,
  refusals: ['not_found'],
});

const getBatchTemplate = endpoint({
  method: 'GET',
  path: '/batch-payout-template',
  summary: 'Download a CSV file with the columns and two example rows',
  access: 'member',
  media: 'text/csv',
  refusals: [],
});

/** The calls about batch payouts. */
export const batchPayoutCalls = {
  uploadBatchPayout,
  listBatchPayouts,
  getBatchPayout,
  listBatchRows,
  startBatchPayout,
  retryBatchPayout,
  stopBatchPayout,
  removeBatchPayout,
  getBatchResults,
  getBatchTemplate,
};
