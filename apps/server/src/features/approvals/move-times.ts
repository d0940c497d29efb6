import type { Queryable } from '../../platform/database/pool.ts';

/** Moves the expiry of a business's proposals closer by `seconds`, but not before now. */
export async function moveProposalTimes(tx: Queryable, accountId: string, seconds: number): Promise<void> {
  await tx.query(
    `update approvals set expires_at = greatest(expires_at - make_interval(secs => $2), now())
     where business_id = $1 and state = 'proposed' and expires_at > now()`,
    [accountId, seconds],
  );
}
