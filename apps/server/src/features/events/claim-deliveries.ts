import type { Pool } from '../../platform/database/pool.ts';
import type { PostSlots } from '../../platform/http/post-slots.ts';
import type { PersonalBox, Vault } from '../../platform/vault.ts';
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
  /** The number of attempts, including the current one. */
  readonly attempts: number;
  readonly claimedAt: Date;
};

/** Deliveries to one webhook that a slot makes one after another. */
export type Series = readonly [ClaimedDelivery, ...ClaimedDelivery[]];

/** A claim lasts longer than a series. After the claim ends, another node makes the delivery. */
export const claimSeconds = 30;
/** The maximum length of the series of a prompt receiver. Other receivers get one delivery at a time. */
const maxSeries = 10;

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
  slots: number;
};

/**
 * Claims due deliveries of each webhook while slots are free, and returns a series for each slot. A series has the
 * first delivery of each object, or one delivery of a failing webhook. Many deliveries share a claim, because a claim
 * costs more than a delivery. Each scalar subquery reads one index entry; a join could read all waiting deliveries. The
 * statement has no name, because a plan from the time of an empty table would scan the whole table.
 */
export async function claimDeliveries(
  { pool, vault }: { readonly pool: Pool; readonly vault: Vault },
  slots: PostSlots,
): Promise<Series[]> {
  const room = slots.room();
  const { rows } = await pool.query<Row>({
    text: `
      with open as (
        select w.id, w.failures, case when w.failures > 0 then 1 else coalesce(r.room, 1) end as room,
               case when w.failures > 0 or r.room is null then 1 else $5 end as series
        from webhooks w left join unnest($2::uuid[], $3::int[]) r (id, room) on r.id = w.id
        where w.disabled_at is null and (w.next_attempt_at is null or w.next_attempt_at <= now())
          and coalesce(r.room, 1) > 0
          and (select true from webhook_deliveries d
               where d.webhook_id = w.id and d.state = 'waiting' and d.due_at <= now() limit 1)
        order by random() limit $1 for update of w skip locked),
      placed as materialized (
        select id, failures, series, least(room, greatest(1, $1 / (select count(*) from open)))::int as slots from open),
      due as materialized (
        select d.id, open.id as webhook_id, open.failures, open.slots from placed open cross join lateral (
          select d.id from webhook_deliveries d
          where d.webhook_id = open.id and d.state = 'waiting' and d.due_at <= now()
            and d.sequence = (
              select min(first.sequence) from webhook_deliveries first
              where first.webhook_id = d.webhook_id and first.object = d.object and first.state = 'waiting')
          order by d.due_at, d.sequence limit open.slots * open.series) d),
      paused as (
        update webhooks w set next_attempt_at = now() + make_interval(secs => $4)
        from due where w.id = due.webhook_id and due.failures > 0)
      update webhook_deliveries d set attempts = d.attempts + 1, due_at = now() + make_interval(secs => $4)
      from due, webhooks w, events e
      where d.id = due.id and w.id = due.webhook_id and e.id = d.event_id
        and d.state = 'waiting' and d.due_at <= now() -- another node may have claimed it since the snapshot
      returning d.id, d.webhook_id, w.user_id, d.event_id, w.url, d.attempts, now() as claimed_at, e.sealed_body, w.sealed_secret,
                case when w.old_secret_until > now() then w.sealed_old_secret end as sealed_old_secret, due.slots`,
    values: [slots.free(), [...room.keys()], [...room.values()], claimSeconds, maxSeries],
  });
  return seriesOf({ pool, vault }, rows);
}

/** Releases claimed deliveries that were not tried. */
export async function releaseDeliveries(pool: Pool, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await pool.query(
    `update webhook_deliveries d set attempts = d.attempts - 1, due_at = now()
     from unnest($1::uuid[], $2::int[]) c (id, attempts)
     where d.id = c.id and d.attempts = c.attempts and d.state = 'waiting'`,
    [deliveries.map(({ id }) => id), deliveries.map(({ attempts }) => attempts)],
  );
}

async function seriesOf(
  { pool, vault }: { readonly pool: Pool; readonly vault: Vault },
  rows: readonly Row[],
): Promise<Series[]> {
  const found: Series[] = [];
  for (const own of Map.groupBy(rows, (row) => row.webhook_id).values()) {
    const box = own[0] && (await vault.openBox(pool, own[0].user_id));
    if (box) found.push(...shared(decrypted(box, own), own[0]?.slots ?? 1)); // otherwise closed
  }
  return found;
}

/** Decrypts deliveries of one webhook, and its secrets once. */
function decrypted(box: PersonalBox, rows: readonly Row[]): ClaimedDelivery[] {
  const sealed = [rows[0]?.sealed_secret, rows[0]?.sealed_old_secret].flatMap((secret) => secret ?? []);
  const secrets = sealed.map((secret) => box.decrypt(secretPurpose, secret).toString());
  return rows.map((row) => ({
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    url: row.url,
    attempts: row.attempts,
    claimedAt: row.claimed_at,
    body: box.decrypt(bodyPurpose, row.sealed_body).toString(),
    secrets,
  }));
}

/** Shares deliveries out among slots. */
const shared = (deliveries: readonly ClaimedDelivery[], slots: number): Series[] =>
  deliveries
    .slice(0, slots)
    .map((first, slot) => [first, ...deliveries.slice(slots).filter((_, place) => place % slots === slot)]);
