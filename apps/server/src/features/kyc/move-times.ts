import type { Queryable } from '../../platform/database/pool.ts';

/** Moves the automatic check of a person's verification. */
export async function moveCheckTime(tx: Queryable, accountId: string, seconds: number): Promise<void> {
  await tx.query(
    `update kyc_cases set next_check_at = greatest(next_check_at - make_interval(secs => $2), now())
     where user_id = $1 and next_check_at > now()`,
    [accountId, seconds],
  );
}
