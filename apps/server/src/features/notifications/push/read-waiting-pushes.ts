import type { Queryable } from '../../../platform/database/pool.ts';
import { gauge } from '../../../platform/metrics/registry.ts';

const waiting = gauge('florin_pushes_waiting', 'Push messages that wait for browsers with a valid session');
const overdue = gauge('florin_pushes_overdue_seconds', 'Age of the oldest due push message, in seconds; 0 without one');

/** Sets the gauges for pending push messages. */
export async function readWaitingPushes(database: Queryable): Promise<void> {
  const { rows } = await database.query<{ waiting: number; overdue: number }>(
    `select count(*)::int as waiting,
            greatest(coalesce(extract(epoch from now() - min(m.next_attempt_at)), 0), 0)::float8 as overdue
     from push_messages m
     join push_subscriptions s on s.id = m.subscription_id
     join member_sessions o on o.id = s.session_id and o.expires_at > now()`,
  );
  const [row] = rows;
  if (!row) throw new Error('The count returned no row.');
  waiting.set(row.waiting);
  overdue.set(row.overdue);
}
