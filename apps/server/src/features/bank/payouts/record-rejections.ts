import type { BankFileEvent, PaymentStatus } from '@florin/bank-files';
import type { Queryable } from '../../../platform/database/pool.ts';
import { idOfEndToEnd } from './payout-ids.ts';

/** The effects of status files. */
export type Recorded = { readonly count: number; readonly warnings: readonly string[] };

/** The bank received this file before and pays the first copy, so nothing comes back. */
const duplicateCodes = new Set(['AM05', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05', 'DUPL']);

/**
 * Stores which payouts a status file (pain.002) rejects, one by one or with their batch. `settlePayouts` returns the
 * money.
 */
export async function recordRejections(tx: Queryable, events: readonly BankFileEvent[]): Promise<Recorded> {
  let count = 0;
  const warnings: string[] = [];
  for (const event of events) {
    if (event.kind !== 'status' || event.status.status !== 'RJCT') continue;
    const { id: text, reason_code: code } = event.status;
    if (text === null) continue;
    if (code !== null && duplicateCodes.has(code))
      warnings.push(`The bank says that ${text} is a duplicate (${code}). No withdrawal was returned: ask the bank.`);
    else count += await reject(tx, text, event.status);
  }
  return { count, warnings };
}

/** A payment that the statement has counts as paid, unless the bank rejects exactly this payment later. */
async function reject(tx: Queryable, text: string, { level, reason_code, reason }: PaymentStatus): Promise<number> {
  const values = [idOfEndToEnd(text) ?? null, text, reason_code ?? reason ?? 'rejected'];
  const { rowCount } = await (level === 'transaction'
    ? tx.query(
        `update payouts set rejected = $3
         where (id = $1 or reference = $2) and state in ('sent', 'settled') and rejected is null`,
        values,
      )
    : tx.query(
        `update payouts set rejected = $3
         where batch_id in (select id from payment_batches where id = $1 or reference = $2)
           and state = 'sent' and debit_line is null and rejected is null`,
        values,
      ));
  return rowCount ?? 0;
}
