import * as z from 'zod/mini';
import { documentShare } from './activity.ts';
import {
  batchPayout,
  batchPayoutBounds,
  batchPayoutItem,
  batchRow,
  batchRowStates,
  uploadedBatchPayout,
} from './batch-payouts.ts';
import { endpoint } from './endpoint.ts';
import { id } from './wire.ts';

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
