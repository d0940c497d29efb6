import type { Queryable } from '../../platform/database/pool.ts';

/** Moves the time from which an account can withdraw to its new bank accounts. */
export async function moveWithdrawalWaits(tx: Queryable, accountId: string, seconds: number): Promise<void> {
  await tx.query(
    `update payment_methods set usable_from = greatest(usable_from - make_interval(secs => $2), now())
     where user_id = $1 and removed_at is null and usable_from > now()`,
    [accountId, seconds],
  );
}
