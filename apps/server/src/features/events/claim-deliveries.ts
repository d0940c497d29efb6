import type { Pool } from '../../platform/database/pool.ts';
import type { PostSlots } from '../../platform/http/post-slots.ts';
import type { Vault } from '../../platform/vault.ts';
import { bodyPurpose } from './event-body.ts';
import { secretPurpose } from './sign.ts';

/** A delivery that this node makes now. */
export type ClaimedDelivery = {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly url: string;
  readonly secrets: readonly string[];
  readonly body: string;
  /** The number of attempts, this one included. */
  readonly attempts: number;
  readonly claimedAt: Date;
};

/** A claim lasts longer than an attempt. Another node makes the delivery after that. */
export const claimSeconds = 30;

type Row = {
  id: string;
  webhook_id: string;
  user_id: string;
  event_id: string;
  url: string;
  attempts: number;
  claimed_at: Date;
  sealed_body: Buffer;
  sealed_secret: Buffer;
  sealed_old_secret: Buffer | null;
};

/**
 * Claims due deliveries of each webhook, as far as slots are free: the first one of each object, and one of a webhook that
 * fails. The scalar subqueries read one index entry each, where a join could read all that wait. The statement has no name,
 * because a plan from the time of an empty table would scan the whole table.
 */
export async function claimDeliveries(
  { pool, vault }: { readonly pool: Pool; readonly vault: Vault },
  slots: PostSlots,
): Promise<ClaimedDelivery[]> {
  const room = slots.room();
  const { rows } = await pool.query<Row>({
    text: `
      with open as (
        select w.id, w.failures, case when w.failures > 0 then 1 else coalesce(r.room, 1) end as room
        from webhooks w left join unnest($2::uuid[], $3::int[]) r (id, room) on r.id = w.id
        where w.disabled_at is null and (w.next_attempt_at is null or w.next_attempt_at <= now())
          and coalesce(r.room, 1) > 0
          and (select true from webhook_deliveries d
               where d.webhook_id = w.id and d.state = 'waiting' and d.due_at <= now() limit 1)
        order by random() limit $1 for update of w skip locked),
      due as materialized (
        select d.id, open.id as webhook_id, open.failures from open cross join lateral (
          select d.id from webhook_deliveries d
          where d.webhook_id = open.id and d.state = 'waiting' and d.due_at <= now()
            and d.sequence = (
              select min(first.sequence) from webhook_deliveries first
              where first.webhook_id = d.webhook_id and first.object = d.object and first.state = 'waiting')
          order by d.due_at, d.sequence limit open.room) d
        limit $1),
      paused as (
        update webhooks w set next_attempt_at = now() + make_interval(secs => $4)
        from due where w.id = due.webhook_id and due.failures > 0)
      update webhook_deliveries d set attempts = d.attempts + 1, due_at = now() + make_interval(secs => $4)
      from due, webhooks w, events e
      where d.id = due.id and w.id = due.webhook_id and e.id = d.event_id
        and d.state = 'waiting' and d.due_at <= now() -- another node may have claimed it since the snapshot
      returning d.id, d.webhook_id, w.user_id, d.event_id, w.url, d.attempts, now() as claimed_at, e.sealed_body, w.sealed_secret,
                case when w.old_secret_until > now() then w.sealed_old_secret end as sealed_old_secret`,
    values: [slots.free(), [...room.keys()], [...room.values()], claimSeconds],
  });
  return decrypted({ pool, vault }, rows);
}

async function decrypted(
  { pool, vault }: { readonly pool: Pool; readonly vault: Vault },
  rows: readonly Row[],
): Promise<ClaimedDelivery[]> {
  const found: ClaimedDelivery[] = [];
  for (const [member, own] of Map.groupBy(rows, (row) => row.user_id)) {
    const box = await vault.openBox(pool, member);
    if (!box) continue; // closed
    for (const { sealed_body: body, sealed_secret: secret, sealed_old_secret: oldSecret, ...row } of own) {
      const secrets = [secret, ...(oldSecret ? [oldSecret] : [])];
      found.push({
        id: row.id,
        webhookId: row.webhook_id,
        eventId: row.event_id,
        url: row.url,
        attempts: row.attempts,
        claimedAt: row.claimed_at,
        body: box.decrypt(bodyPurpose, body).toString(),
        secrets: secrets.map((sealed) => box.decrypt(secretPurpose, sealed).toString()),
      });
    }
  }
  return found;
}
