import type { Queryable } from '../../platform/database/pool.ts';
import { gauge } from '../../platform/metrics/registry.ts';

const waiting = gauge('florin_mails_waiting', 'Mails that are not sent yet');
const oldest = gauge(
  'florin_mails_oldest_seconds',
  'For how long the oldest mail that is not sent waits; 0 where none does',
);
const givenUp = gauge('florin_mails_given_up', 'Mails that were given up in the last day');

/** To be called now and then. */
export async function readWaitingMails(database: Queryable): Promise<void> {
  const { rows } = await database.query<{ waiting: number; oldest: number; given_up: number }>(
    `select count(*)::int as waiting,
            coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest,
            (select count(*)::int from mails where given_up_at > now() - interval '1 day') as given_up
     from mails where sent_at is null and given_up_at is null`,
  );
  const [row] = rows;
  if (!row) throw new Error('a count has no row');
  waiting.set(row.waiting);
  oldest.set(row.oldest);
  givenUp.set(row.given_up);
}
