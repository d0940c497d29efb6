import type { Queryable } from '../../platform/database/pool.ts';

/**
 * Moves the last mail about each invoice, after which a reminder must wait. Due dates are printed on the documents and
 * stay: `todayOf` counts the moves instead.
 */
export async function moveInvoiceTimes(tx: Queryable, accountId: string, seconds: number): Promise<void> {
  await tx.query(
    `update invoices set mailed_at = mailed_at - make_interval(secs => $2)
     where issuer_id = $1 and mailed_at is not null`,
    [accountId, seconds],
  );
}
