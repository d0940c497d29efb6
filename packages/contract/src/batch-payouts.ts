import * as z from 'zod/mini';
import { currency, exact, id, money, timestamp } from './wire.ts';

export const batchPayoutBounds = {
  rows: 5000,
  bytes: 1_000_000,
  /** The maximum number of an account's batches that have not started. */
  unstarted: 20,
  /** The maximum number of batches that an account uploads in 24 hours. */
  perDay: 100,
  /** The maximum number of errors and warnings in the answer for one batch. `error_count` has the full count. */
  shownErrors: 100,
} as const;

/**
 * `invalid`: some rows have errors, so the batch cannot start. `ready`: the batch can start. `waiting`: a person
 * started the batch, and it waits for the approval of others. `running`: the server pays the rows. `stopped`: the batch
 * ended before all rows had run. `finished`: all rows have run; some may have failed.
 */
export const batchPayoutStates = ['invalid', 'ready', 'waiting', 'running', 'stopped', 'finished'] as const;
export type BatchPayoutState = (typeof batchPayoutStates)[number];

/**
 * `invalid`: the row's cells have errors. `ready`: the row has not run yet. `paid`: the money has left the wallet or is
 * reserved. `failed`: the row was refused, and a retry is possible. `not_run`: the batch stopped before this row, and a
 * retry is possible.
 */
export const batchRowStates = ['invalid', 'ready', 'paid', 'failed', 'not_run'] as const;
export type BatchRowState = (typeof batchRowStates)[number];

/** The columns of a file. `recipient` accepts an email address or one of the account's own bank accounts. */
export const batchColumns = ['recipient', 'amount', 'currency', 'note', 'reference'] as const;
export type BatchColumn = (typeof batchColumns)[number];

const cellProblem = z.object({
  column: z.enum(batchColumns),
  /** The cell's text, shortened. */
  value: z.string(),
  /** The error and the remedy, as sentences. */
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
  /** The sum that the recipients get. */
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
  /** The number of rows in each state. */
  counts: z.object({
    all: z.number(),
    invalid: z.number(),
    ready: z.number(),
    paid: z.number(),
    failed: z.number(),
    not_run: z.number(),
  }),
  uploaded_by: person,
  /** The API key that uploaded the file, made by the person in `uploaded_by`. Null for an upload in the app. */
  uploaded_by_key: z.nullable(person),
  uploaded_at: timestamp,
  started_by: z.nullable(person),
  /** The API key that started the batch, made by the person in `started_by`. Null for a start in the app. */
  by_key: z.nullable(person),
  started_at: z.nullable(timestamp),
  ended_at: z.nullable(timestamp),
};

export const batchPayoutItem = z.object({ ...listed, totals: z.array(total) });
export type BatchPayoutItem = z.infer<typeof batchPayoutItem>;

export const batchPayout = z.object({
  ...listed,
  /**
   * The totals by currency, with the available balance of the wallet. `open_exact` is the cost of the unpaid rows with
   * fees.
   */
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
  /** Why the batch stopped, or why a start was not approved. */
  reason: z.nullable(z.string()),
  /** The approval for which the batch waits, in `GET /approvals/:id`. */
  approval_id: z.nullable(id),
  /** The actions that the batch's state allows. The caller also needs the role for these actions. */
  can_start: z.boolean(),
  can_stop: z.boolean(),
  can_retry: z.boolean(),
  can_remove: z.boolean(),
});
export type BatchPayout = z.infer<typeof batchPayout>;

export const uploadedBatchPayout = z.object({
  batch: batchPayout,
  /**
   * True if the same file was uploaded before, by any person of the account. In this case `batch` is the earlier batch.
   */
  known: z.boolean(),
  /** With `known`: the person who uploaded the file, the time, and the way to pay these rows again. */
  message: z.nullable(z.string()),
});
export type UploadedBatchPayout = z.infer<typeof uploadedBatchPayout>;

export const batchRow = z.object({
  /** The row's number in the file. The header is row 1. */
  row: z.number(),
  state: z.enum(batchRowStates),
  /** `send` to an email address, or `withdrawal` to an own bank account. Null if the recipient has an error. */
  kind: z.nullable(z.enum(['send', 'withdrawal'])),
  /** The address, or the displayed name of the bank account: `Bank account DE •••• 4300`. */
  recipient: z.string(),
  /** The text of the amount in the file. */
  amount_text: z.string(),
  /** Null if the amount cannot be read. */
  amount: z.nullable(money),
  amount_exact: z.nullable(exact),
  fee: z.nullable(money),
  fee_exact: z.nullable(exact),
  currency: z.nullable(currency),
  note: z.string(),
  reference: z.string(),
  errors: z.array(cellProblem),
  warnings: z.array(cellProblem),
  /** Why the row failed or did not run, or the event that a paid row waits for. */
  message: z.nullable(z.string()),
  /** The transaction of a paid row, in `GET /transactions/:id`. */
  transaction_id: z.nullable(z.string()),
  paid_at: z.nullable(timestamp),
});
export type BatchRow = z.infer<typeof batchRow>;
