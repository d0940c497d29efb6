import type { EventType, Webhook } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isUuid } from '../../platform/uuid.ts';

type Row = {
  id: string;
  url: string;
  description: string;
  types: EventType[];
  failing_since: Date | null;
  disabled_at: Date | null;
  given_up_at: Date | null;
  old_secret_until: Date | null;
  waiting: number;
  created_at: Date;
};

const select = `
  select w.id, w.url, w.description, w.types, w.failing_since, w.disabled_at, w.given_up_at, w.created_at,
         case when w.old_secret_until > now() then w.old_secret_until end as old_secret_until,
         (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting') as waiting
  from webhooks w`;

/** Returns the member's webhooks in the form of the API, oldest first. */
export async function listWebhooks(database: Queryable, memberId: string): Promise<Webhook[]> {
  const { rows } = await database.query<Row>(`${select} where w.user_id = $1 order by w.created_at, w.id`, [memberId]);
  return rows.map(viewOf);
}

/** Errors: `webhook_not_found`, also for another member's webhook. */
export async function findWebhook(database: Queryable, memberId: string, id: string): Promise<Webhook> {
  if (!isUuid(id)) throw noWebhook();
  const { rows } = await database.query<Row>(`${select} where w.id = $2 and w.user_id = $1`, [memberId, id]);
  if (!rows[0]) throw noWebhook();
  return viewOf(rows[0]);
}

export const noWebhook = () => new Refusal('webhook_not_found', 'This webhook does not exist.');

const viewOf = (row: Row): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  types: row.types,
  state: stateOf(row),
  failing_since: row.failing_since?.toISOString() ?? null,
  given_up_at: row.given_up_at?.toISOString() ?? null,
  old_secret_until: row.old_secret_until?.toISOString() ?? null,
  waiting: row.waiting,
  created_at: row.created_at.toISOString(),
});

function stateOf({ disabled_at: disabledAt, failing_since: failingSince }: Row): Webhook['state'] {
  if (disabledAt !== null) return 'disabled';
  return failingSince === null ? 'active' : 'failing';
}
