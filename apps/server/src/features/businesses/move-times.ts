import type { Queryable } from '../../platform/database/pool.ts';

/** Moves the expiry of a business's invitations closer by `seconds`, but not before now. */
export async function moveInvitationTimes(tx: Queryable, accountId: string, seconds: number): Promise<void> {
  await tx.query(
    `update business_invitations set expires_at = greatest(expires_at - make_interval(secs => $2), now())
     where business_id = $1 and ended is null and expires_at > now()`,
    [accountId, seconds],
  );
}
