import type { Queryable } from '../../platform/database/pool.ts';

/** What waits for the member's number is not sent any more: the number is another one now. */
export const dropWaitingTexts = (tx: Queryable, memberId: string) =>
  tx.query(
    `update texts set given_up_at = now(), sealed_body = null, recipient = ''
     where user_id = $1 and sent_at is null and given_up_at is null`,
    [memberId],
  );

/** Takes a member out of the texts. That something was sent to some number stays, as it counts against the number. */
export async function forgetTexts(tx: Queryable, memberId: string): Promise<void> {
  await dropWaitingTexts(tx, memberId);
  await tx.query(
    `update texts set user_id = null, sealed_body = null, recipient = '', once = null, last_error = null where user_id = $1`,
    [memberId],
  );
}
