import type { Queryable } from '../../platform/database/pool.ts';
import { gauge } from '../../platform/metrics/registry.ts';

const waiting = gauge('florin_texts_waiting', 'Text messages that are not sent yet');
const oldest = gauge(
  'florin_texts_oldest_seconds',
  'For how long the oldest text message that is not sent waits; 0 where none does',
);
const givenUp = gauge('florin_texts_given_up', 'Text messages that were given up in the last day');

/** To be called now and then. */
export async function readWaitingTexts(database: Queryable): Promise<void> {
  const { rows } = await database.query<{ waiting: number; oldest: number; given_up: number }>(
    `select count(*)::int as waiting,
            coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest,
            (select count(*)::int from texts
             where created_at > now() - interval '2 days' and given_up_at > now() - interval '1 day'
               and last_error is not null) as given_up
     from texts where sent_at is null and given_up_at is null`,
  );
  const [row] = rows;
  if (!row) throw new Error('a count has no row');
  waiting.set(row.waiting);
  oldest.set(row.oldest);
  givenUp.set(row.given_up);
}
