import type { Queryable } from '../../platform/database/pool.ts';

/** Moves the expiry of an account's quotes closer by `seconds`, but not before now. */
export async function moveQuoteTimes(tx: Queryable, accountId: string, seconds: number): Promise<void> {
  await tx.query(
    `update quotes set expires_at = greatest(expires_at - make_interval(secs => $2), now())
     where expires_at > now() and user_id = $1`,
    [accountId, seconds],
  );
}
