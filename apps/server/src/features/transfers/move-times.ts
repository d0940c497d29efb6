import type { Queryable } from '../../platform/database/pool.ts';

/** Moves the return of an account's unclaimed sends closer by `seconds`, but not before now. */
export async function moveHeldSendTimes(tx: Queryable, accountId: string, seconds: number): Promise<void> {
  await tx.query(
    `update held_sends set expires_at = greatest(expires_at - make_interval(secs => $2), now())
     where sender_id = $1 and expires_at > now()`,
    [accountId, seconds],
  );
}
