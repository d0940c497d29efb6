import type { Queryable } from '../../platform/database/pool.ts';
import { gauge } from '../../platform/metrics/registry.ts';

const waiting = gauge('florin_mails_waiting', 'Mails waiting to be sent');
const oldest = gauge('florin_mails_oldest_seconds', 'Age of the oldest mail waiting to be sent; 0 if none waits');
const givenUp = gauge('florin_mails_given_up', 'Mails given up in the last day');

/** Updates the gauges of waiting and given-up mails. */
export async function readWaitingMails(database: Queryable): Promise<void> {
  const { rows } = await database.query<{ waiting: number; oldest: number; given_up: number }>(
    `select count(*)::int as waiting,
            coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest,
            (select count(*)::int from mails where given_up_at > now() - interval '1 day') as given_up
     from mails where sent_at is null and given_up_at is null`,
  );
  const [row] = rows;
  if (!row) throw new Error('the count query returned no row');
  waiting.set(row.waiting);
  oldest.set(row.oldest);
  givenUp.set(row.given_up);
}
