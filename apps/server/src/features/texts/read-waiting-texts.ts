import type { Queryable } from '../../platform/database/pool.ts';
import { gauge } from '../../platform/metrics/registry.ts';

const waiting = gauge('florin_texts_waiting', 'Text messages waiting to be sent');
const oldest = gauge(
  'florin_texts_oldest_seconds',
  'Age of the oldest text message waiting to be sent; 0 if none waits',
);
const givenUp = gauge('florin_texts_given_up', 'Text messages given up in the last day');

/** Updates the gauges of waiting and given-up texts. */
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
  if (!row) throw new Error('the count query returned no row');
  waiting.set(row.waiting);
  oldest.set(row.oldest);
  givenUp.set(row.given_up);
}
