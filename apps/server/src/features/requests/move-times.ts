import type { Queryable } from '../../platform/database/pool.ts';
import { recordChange } from '../identity/index.ts';

/**
 * Moves the expiry and the next reminder of an account's own requests closer by `seconds`, but the expiry not before now.
 * The requests of others to this account stay, because their makers' clocks move them.
 */
export async function moveRequestTimes(tx: Queryable, accountId: string, seconds: number): Promise<void> {
  const { rows } = await tx.query<{ payer: string | null }>(
    `update payment_requests r set
       expires_at = greatest(r.expires_at - make_interval(secs => $2), now()),
       reminded_at = coalesce(r.reminded_at, r.created_at) - make_interval(secs => $2)
     where r.requester_id = $1 and r.expires_at > now()
       and not exists (select from books.contested_entries e where e.key = r.ending_key)
     returning coalesce(r.asked_id, (select a.user_id from addresses a where a.email = r.recipient_email)) as payer`,
    [accountId, seconds],
  );
  const sides = [accountId, ...rows.flatMap(({ payer }) => (payer === null ? [] : [payer]))];
  if (rows.length > 0) await recordChange(tx, sides, 'requests');
}
