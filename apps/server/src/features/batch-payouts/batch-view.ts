import {
  batchPayoutBounds,
  type BatchPayout,
  type BatchPayoutItem,
  type BatchRow,
  type BatchRowProblem,
  type Policy,
} from '@florin/contract';
import { amountOf } from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { StoredBatch } from './batch-store.ts';
import { countsOf, feeOf, totalsOf, totalViews, totalViewsWith } from './batch-totals.ts';
import { rowsWithErrors, rowsWithWarnings, sumRows, type RowSums, type StoredRow } from './row-store.ts';
import type { EndedRun } from './start-store.ts';

export type Viewing = { readonly pool: Pool; readonly ledger: Ledger; readonly policy: Policy };

/** The batches of a page, with their totals. */
export async function itemViews(
  { pool, policy }: Viewing,
  batches: readonly StoredBatch[],
): Promise<BatchPayoutItem[]> {
  const sums = Map.groupBy(
    await sumRows(
      pool,
      batches.map(({ id }) => id),
    ),
    (one) => one.batch_id,
  );
  return batches.map((batch) => itemView(policy, batch, sums.get(batch.id) ?? []));
}

function itemView(policy: Policy, batch: StoredBatch, sums: readonly RowSums[]): BatchPayoutItem {
  const { started_by: startedBy, starter_name: starterName, started_key: keyId, key_name: keyName } = batch;
  const { uploaded_key: uploadingKey } = batch;
  return {
    id: batch.id,
    file_name: batch.file_name,
    state: batch.state,
    counts: countsOf(sums),
    uploaded_by: { id: batch.uploaded_by, name: batch.uploader_name },
    uploaded_by_key: uploadingKey === null ? null : { id: uploadingKey, name: batch.uploading_key_name ?? '' },
    uploaded_at: batch.uploaded_at.toISOString(),
    started_by: startedBy === null ? null : { id: startedBy, name: starterName ?? '' },
    by_key: keyId === null ? null : { id: keyId, name: keyName ?? '' },
    started_at: batch.started_at?.toISOString() ?? null,
    ended_at: batch.ended_at?.toISOString() ?? null,
    totals: totalViews(totalsOf(policy, sums)),
  };
}

export async function batchView(dependencies: Viewing, batch: StoredBatch): Promise<BatchPayout> {
  const { pool, ledger } = dependencies;
  const [sums, balances] = await Promise.all([sumRows(pool, [batch.id]), ledger.balancesOf(batch.owner_id)]);
  const available = new Map(balances.map((balance) => [balance.asset as string, balance.available]));
  return viewOf(dependencies, batch, sums, available);
}

/** The batch as it was at the end of a run, even if it runs again. */
export const endedBatchView = (dependencies: Viewing, run: EndedRun): Promise<BatchPayout> =>
  viewOf(
    dependencies,
    run,
    run.row_sums,
    new Map(Object.entries(run.balances).map(([asset, units]) => [asset, BigInt(units)])),
  );

async function viewOf(
  { pool, policy }: Viewing,
  batch: StoredBatch,
  sums: readonly RowSums[],
  available: ReadonlyMap<string, bigint>,
): Promise<BatchPayout> {
  const [errors, warnings] = await Promise.all([
    rowsWithErrors(pool, batch.id, batchPayoutBounds.shownErrors),
    rowsWithWarnings(pool, batch.id, batchPayoutBounds.shownErrors),
  ]);
  const item = itemView(policy, batch, sums);
  const { state, counts } = item;
  const isResting = state === 'stopped' || state === 'finished';
  return {
    ...item,
    totals: totalViewsWith(totalsOf(policy, sums), available),
    errors: problemsOf(errors.rows, 'errors'),
    error_count: errors.count,
    warnings: problemsOf(warnings.rows, 'warnings'),
    warning_count: warnings.count,
    reason: batch.reason,
    approval_id: state === 'waiting' ? batch.approval_id : null,
    can_start: state === 'ready',
    can_stop: state === 'running',
    can_retry: isResting && counts.failed + counts.not_run > 0,
    can_remove: state === 'invalid' || state === 'ready',
  };
}

const problemsOf = (rows: readonly StoredRow[], kind: 'errors' | 'warnings'): BatchRowProblem[] =>
  rows
    .flatMap((row) => row[kind].map((problem) => ({ row: row.number, ...problem })))
    .slice(0, batchPayoutBounds.shownErrors);

export function rowView(policy: Policy, row: StoredRow): BatchRow {
  const { kind, amount, currency } = row;
  const figures =
    kind === null || amount === null || currency === null
      ? { amount: null, amount_exact: null, fee: null, fee_exact: null }
      : {
          ...moneyFields('amount', amountOf(currency, amount)),
          ...moneyFields('fee', amountOf(currency, feeOf(policy, kind, currency, amount))),
        };
  return {
    row: row.number,
    state: row.state,
    kind,
    recipient: row.shown,
    amount_text: row.amount_text,
    ...figures,
    currency,
    note: row.note,
    reference: row.reference,
    errors: row.errors,
    warnings: row.warnings,
    message: row.message,
    transaction_id: row.transaction_id,
    paid_at: row.paid_at?.toISOString() ?? null,
  };
}
