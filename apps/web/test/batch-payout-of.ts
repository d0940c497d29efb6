import type { BatchPayout, BatchPayoutItem, BatchRow } from '@florin/contract';

const counts = { all: 3, invalid: 0, ready: 0, paid: 0, failed: 0, not_run: 0 };

type GivenBatch = Partial<Omit<BatchPayout, 'counts'>> & { counts?: Partial<BatchPayout['counts']> };

/** A file of three payments in dollars that Jonas has uploaded. */
export const batchPayoutOf = (given: GivenBatch = {}): BatchPayout => ({
  id: '7',
  file_name: 'payroll.csv',
  state: 'ready',
  uploaded_by: { id: 'p2', name: 'Jonas Weber' },
  uploaded_by_key: null,
  uploaded_at: '2026-11-28T10:00:00.000Z',
  started_by: null,
  by_key: null,
  started_at: null,
  ended_at: null,
  totals: [
    {
      currency: 'USD',
      count: 3,
      sum: 3_000,
      sum_exact: '3000.00',
      fees: 60,
      fees_exact: '60.00',
      total: 3_060,
      total_exact: '3060.00',
      open: 3_060,
      open_exact: '3060.00',
      available: 5_000,
      available_exact: '5000.00',
    },
  ],
  errors: [],
  error_count: 0,
  warnings: [],
  warning_count: 0,
  reason: null,
  approval_id: null,
  can_start: true,
  can_stop: false,
  can_retry: false,
  can_remove: true,
  ...given,
  counts: { ...counts, ready: given.state === undefined ? 3 : 0, ...given.counts },
});

/** The same file with one error. */
export const faultyBatch = batchPayoutOf({
  state: 'invalid',
  counts: { ready: 2, invalid: 1 },
  errors: [{ row: 3, column: 'amount', value: 'ten', message: 'Enter an amount such as 10.00.' }],
  error_count: 1,
  can_start: false,
});

/** The same file after its start. */
export const startedBatch = (given: GivenBatch): BatchPayout =>
  batchPayoutOf({
    started_by: { id: 'p2', name: 'Jonas Weber' },
    started_at: '2026-11-28T11:00:00.000Z',
    can_start: false,
    can_remove: false,
    ...given,
  });

/** The same file with two completed payments and one refused payment. */
export const endedBatch = startedBatch({
  state: 'finished',
  ended_at: '2026-11-28T11:05:00.000Z',
  counts: { paid: 2, failed: 1 },
  totals: batchPayoutOf().totals.map((total) => ({ ...total, open: 1_020, open_exact: '1020.00' })),
  can_retry: true,
});

/** Returns the line of a batch payout in the list. */
export const itemOf = (batch: BatchPayout): BatchPayoutItem => ({
  id: batch.id,
  file_name: batch.file_name,
  state: batch.state,
  counts: batch.counts,
  uploaded_by: batch.uploaded_by,
  uploaded_by_key: batch.uploaded_by_key,
  uploaded_at: batch.uploaded_at,
  started_by: batch.started_by,
  by_key: batch.by_key,
  started_at: batch.started_at,
  ended_at: batch.ended_at,
  totals: batch.totals,
});

export const batchRowOf = (given: Partial<BatchRow> = {}): BatchRow => ({
  row: 2,
  state: 'ready',
  kind: 'send',
  recipient: 'lea@florin.example',
  amount_text: '1000',
  amount: 1_000,
  amount_exact: '1000.00',
  fee: 20,
  fee_exact: '20.00',
  currency: 'USD',
  note: 'November',
  reference: 'P-17',
  errors: [],
  warnings: [],
  message: null,
  transaction_id: null,
  paid_at: null,
  ...given,
});
