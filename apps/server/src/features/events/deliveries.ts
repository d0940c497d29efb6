import type { EventOfMember, EventType, WebhookAttempt, WebhookDelivery } from '@florin/contract';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Member } from '../identity/index.ts';
import { readBody } from './event-store.ts';
import { findWebhook } from './webhook-view.ts';

type Row = {
  id: string;
  event_id: string;
  sequence: bigint;
  type: EventType;
  state: WebhookDelivery['state'];
  attempts: number;
  due_at: Date;
  created_at: Date;
};

const select = `
  select d.id, d.event_id, d.sequence, e.type, d.state, d.attempts, d.due_at, d.created_at, e.sealed_body, w.disabled_at
  from webhook_deliveries d join events e on e.id = d.event_id join webhooks w on w.id = d.webhook_id`;

const viewOf = (row: Row): WebhookDelivery => ({
  id: row.id,
  event_id: row.event_id,
  sequence: Number(row.sequence),
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  next_attempt_at: row.state === 'waiting' ? row.due_at.toISOString() : null,
  created_at: row.created_at.toISOString(),
});

type Page = {
  readonly state?: WebhookDelivery['state'] | 'all' | undefined;
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
};

const usualLimit = 50;

/** Returns a page of a webhook's deliveries, newest event first. Errors: `webhook_not_found`. */
export async function listDeliveries(
  database: Queryable,
  member: Member,
  webhookId: string,
  { state = 'all', before = Number.MAX_SAFE_INTEGER, limit = usualLimit }: Page,
): Promise<{ deliveries: WebhookDelivery[]; has_more: boolean }> {
  const { id } = await findWebhook(database, member.id, webhookId);
  const { rows } = await database.query<Row>(
    `${select} where d.webhook_id = $1 and d.sequence < $2 and ($3 = 'all' or d.state = $3)
     order by d.sequence desc limit $4`,
    [id, before, state, limit + 1],
  );
  return { deliveries: rows.slice(0, limit).map(viewOf), has_more: rows.length > limit };
}

type Found = Row & { sealed_body: Buffer; disabled_at: Date | null };

async function findDelivery(database: Queryable, member: Member, id: string): Promise<Found> {
  const { rows } = await database.query<Found>(`${select} where d.id = $1 and w.user_id = $2`, [
    isUuid(id) ? id : null,
    member.id,
  ]);
  if (!rows[0]) throw new Refusal('delivery_not_found', 'This delivery does not exist.');
  return rows[0];
}

type AttemptRow = Omit<WebhookAttempt, 'at'> & { attempted_at: Date };

const attemptsShown = 50;

/** Returns a delivery with its event and latest attempts. Errors: `delivery_not_found`. */
export async function getDelivery(
  { pool, vault }: { readonly pool: Pool; readonly vault: Vault },
  member: Member,
  id: string,
): Promise<{ delivery: WebhookDelivery; event: EventOfMember; attempts: WebhookAttempt[] }> {
  const found = await findDelivery(pool, member, id);
  const { rows } = await pool.query<AttemptRow>(
    `select attempted_at, took_ms, url, status, error, answer from webhook_attempts
     where delivery_id = $1 order by id desc limit $2`,
    [id, attemptsShown],
  );
  const box = await vault.openBox(pool, member.id);
  if (!box) throw new Error('The member has events but no data key.');
  return {
    delivery: viewOf(found),
    event: readBody(box, found.sealed_body),
    attempts: rows.map(({ attempted_at: at, ...attempt }) => ({ at: at.toISOString(), ...attempt })),
  };
}

/**
 * Schedules a delivery again. A waiting delivery is tried immediately. Errors: `delivery_not_found`,
 * `webhook_disabled`.
 */
export async function replayDelivery(database: Queryable, member: Member, id: string): Promise<WebhookDelivery> {
  const found = await findDelivery(database, member, id);
  if (found.disabled_at !== null) throw disabled();
  await database.query(
    `update webhook_deliveries set
       state = 'waiting',
       due_at = case when state = 'waiting' and due_at < now() + interval '1 minute' then due_at else now() end,
       attempts = case when state = 'waiting' then attempts else 0 end,
       created_at = now()
     where id = $1`,
    [id],
  );
  return viewOf(await findDelivery(database, member, id));
}

/**
 * Schedules a new delivery, with the same id, of each event since a time that matches the webhook's types. Returns the
 * number of deliveries. Errors: `webhook_not_found`, `webhook_disabled`.
 */
export async function replayEvents(
  database: Queryable,
  member: Member,
  webhookId: string,
  since: Date,
): Promise<{ deliveries: number }> {
  const { id, state } = await findWebhook(database, member.id, webhookId);
  if (state === 'disabled') throw disabled();
  const { rows } = await database.query(
    `insert into webhook_deliveries as d (id, webhook_id, event_id, sequence, object)
     select gen_random_uuid(), w.id, e.id, e.sequence, e.object
     from webhooks w join events e on e.user_id = w.user_id
     where w.id = $1 and e.happened_at >= $2 and (w.types = '{}' or e.type = any (w.types))
     on conflict (webhook_id, sequence) do update
       set state = 'waiting', due_at = now(), attempts = 0, created_at = now() where d.state <> 'waiting'
     returning d.id`,
    [id, since],
  );
  return { deliveries: rows.length };
}

const disabled = () => new Refusal('webhook_disabled', 'This webhook is disabled. Enable it first.');
