import type { Queryable } from './database/pool.ts';
import { Refusal } from './refusal.ts';

/** Limits how often a member may do something per period. */
export type UseLimit = {
  /** Names the counter. */
  readonly use: string;
  readonly most: number;
  readonly seconds: number;
  /** The error message when the limit is reached. */
  readonly sentence: string;
};

/**
 * SQL condition: the period of the row `c` has ended. A period that ends later than a new one would comes from a database
 * clock that was ahead, so it counts as ended too.
 */
export const isPeriodOver = `
  (c.counted_until <= now() or c.counted_until > excluded.counted_until + interval '1 minute')`;

/** The counter is in the database, so that all nodes share it. A period begins with its first use. */
const count = `
  insert into use_counts as c (user_id, use, used, counted_until)
  values ($1, $2, 1, now() + make_interval(secs => $3))
  on conflict (user_id, use) do update set
    used = case when ${isPeriodOver} then 1 else c.used + 1 end,
    counted_until = case when ${isPeriodOver} then excluded.counted_until else c.counted_until end`;

/** Counts one use. Refusals: `too_many_requests`, with the seconds to wait. */
export async function countUse(
  database: Queryable,
  userId: string,
  { use, most, seconds, sentence }: UseLimit,
): Promise<void> {
  const { rows } = await database.query<{ used: number; seconds: number }>(
    `${count} returning used, ceil(extract(epoch from counted_until - now()))::int as seconds`,
    [userId, use, seconds],
  );
  const counted = rows[0];
  if (counted && counted.used > most)
    throw new Refusal('too_many_requests', sentence, { retryAfterSeconds: counted.seconds });
}

/** Counts one use and returns true, or returns false if the limit of this period is reached. */
export async function countIfRoom(
  database: Queryable,
  userId: string,
  { use, most, seconds }: Omit<UseLimit, 'sentence'>,
): Promise<boolean> {
  const { rowCount } = await database.query(`${count} where ${isPeriodOver} or c.used < $4`, [
    userId,
    use,
    seconds,
    most,
  ]);
  return rowCount === 1;
}

/** Counts one use of something that is counted once in a period, and leaves a running period as it is. */
export async function countOnce(
  database: Queryable,
  userId: string,
  { use, seconds }: Pick<UseLimit, 'use' | 'seconds'>,
): Promise<void> {
  await database.query(
    `insert into use_counts as c (user_id, use, used, counted_until)
     values ($1, $2, 1, now() + make_interval(secs => $3))
     on conflict (user_id, use) do update set counted_until = excluded.counted_until where c.counted_until <= now()`,
    [userId, use, seconds],
  );
}

export async function deleteEndedCounts(database: Queryable): Promise<void> {
  await database.query('delete from use_counts where counted_until < now()');
}

export async function forgetCounts(database: Queryable, userId: string): Promise<void> {
  await database.query('delete from use_counts where user_id = $1', [userId]);
}
