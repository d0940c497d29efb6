import type { Queryable } from '../../../platform/database/pool.ts';
import { gauge } from '../../../platform/metrics/registry.ts';

const waiting = gauge('florin_pushes_waiting', 'Push messages that are not sent yet, to browsers that are signed in');
const overdue = gauge('florin_pushes_overdue_seconds', 'For how long the first push message is due; 0 where none is');

/** To be called now and then. */
export async function readWaitingPushes(database: Queryable): Promise<void> {
  const { rows } = await database.query<{ waiting: number; overdue: number }>(
    `select count(*)::int as waiting,
            greatest(coalesce(extract(epoch from now() - min(m.next_attempt_at)), 0), 0)::float8 as overdue
     from push_messages m
     join push_subscriptions s on s.id = m.subscription_id
     join member_sessions o on o.id = s.session_id and o.expires_at > now()`,
  );
  const [row] = rows;
  if (!row) throw new Error('a count has no row');
  waiting.set(row.waiting);
  overdue.set(row.overdue);
}
