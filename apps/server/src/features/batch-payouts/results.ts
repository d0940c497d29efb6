import { batchColumns, type Policy } from '@florin/contract';
import { amountOf, toDecimal } from '@florin/money';
import type { Pool } from '../../platform/database/pool.ts';
import { writeCsv } from '../statements/index.ts';
import type { StoredBatch } from './batch-store.ts';
import { feeOf } from './batch-totals.ts';
import { listRows, type StoredRow } from './row-store.ts';

const headings = [
  'row',
  'recipient',
  'amount',
  'currency',
  'fee',
  'note',
  'reference',
  'state',
  'message',
  'transaction_id',
  'paid_at',
] as const;

/** Returns the result of each row as a CSV file. */
export async function resultsOf(
  { pool, policy }: { readonly pool: Pool; readonly policy: Policy },
  batch: StoredBatch,
): Promise<string> {
  const rows = await listRows(pool, batch.id, { state: 'all', after: 0, limit: null });
  return writeCsv(
    headings,
    rows.map((row) => recordOf(policy, row)),
  );
}

function recordOf(policy: Policy, row: StoredRow): string[] {
  const { kind, amount, currency } = row;
  const isRead = kind !== null && amount !== null && currency !== null;
  return [
    String(row.number),
    row.shown,
    isRead ? toDecimal(amountOf(currency, amount)) : row.amount_text,
    isRead ? currency : row.currency_text,
    isRead ? toDecimal(amountOf(currency, feeOf(policy, kind, currency, amount))) : '',
    row.note,
    row.reference,
    row.state,
    row.message ?? row.errors.map(({ column, message }) => `${column}: ${message}`).join(' '),
    row.transaction_id ?? '',
    row.paid_at?.toISOString() ?? '',
  ];
}

/** Returns a file with two rows to write over. */
export const template = (): string =>
  writeCsv(batchColumns, [
    ['ines@example.com', '1250.00', 'USD', 'Salary March', '2026-03-001'],
    ['hana@example.com', '980.50', 'EUR', 'Invoice 4711', '2026-03-002'],
  ]);
