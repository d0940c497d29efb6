import type { Queryable } from '../../platform/database/pool.ts';
import { claimSeconds } from './claim-deliveries.ts';

/**
 * Moves the failures and waiting deliveries of an account's webhooks into the past, so that retries become due and
 * deadlines approach. A delivery that a node makes at this moment stays claimed: its last attempt is not recorded yet.
 */
export async function moveWebhookTimes(tx: Queryable, accountId: string, seconds: number): Promise<void> {
  await tx.query(
    `update webhooks set
       failing_since = failing_since - make_interval(secs => $2), failed_at = failed_at - make_interval(secs => $2),
       next_attempt_at = next_attempt_at - make_interval(secs => $2),
       old_secret_until = case when old_secret_until > now()
                               then greatest(old_secret_until - make_interval(secs => $2), now())
                               else old_secret_until end
     where user_id = $1`,
    [accountId, seconds],
  );
  await tx.query(
    `update webhook_deliveries d set
       created_at = d.created_at - make_interval(secs => $2),
       due_at = case when d.due_at <= now() + make_interval(secs => $3) and not exists (
                            select from webhook_attempts a
                            where a.delivery_id = d.id and a.attempted_at >= d.due_at - make_interval(secs => $3))
                     then d.due_at else d.due_at - make_interval(secs => $2) end
     from webhooks w where w.id = d.webhook_id and w.user_id = $1 and d.state = 'waiting'`,
    [accountId, seconds, claimSeconds],
  );
}
