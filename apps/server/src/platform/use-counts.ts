import type { Queryable } from './database/pool.ts';
import { Refusal } from './refusal.ts';

/** Limits how often a member may do something per period. */
export type UseLimit = {
  /** Names the counter. */
  readonly use: string;
  readonly max: number;
  readonly seconds: number;
  /** The error message when the limit is reached. */
  readonly sentence: string;
};

/** Uses of one counter that are counted together. */
type Uses = {
  readonly userId: string;
  readonly use: string;
  readonly times: number;
  /** The length of the period, which begins with its first use. */
  readonly seconds: number;
};

/** The uses in the current period, and the seconds until it ends. */
export type Counted = {
  readonly user_id: string;
  readonly use: string;
  readonly used: number;
  readonly seconds: number;
};

/**
 * SQL condition: the period of the row `c` has ended. A period counts as ended, too, if it ends later than a new period
 * would, because a database clock was ahead when it began.
 */
const isPeriodOver = `
  (c.counted_until <= now() or c.counted_until > excluded.counted_until + interval '1 minute')`;

/**
 * Counts uses of different counters in one statement. With `max`, skips the counters that have reached it, and leaves
 * them out of the result. The counters are in the database, so that all nodes share them.
 */
export async function countUses(database: Queryable, uses: readonly Uses[], max?: number): Promise<Counted[]> {
  const { rows } = await database.query<Counted>({
    name: 'count-uses',
    text: `insert into use_counts as c (user_id, use, used, counted_until)
           select user_id, use, times, now() + make_interval(secs => seconds)
           from unnest($1::uuid[], $2::text[], $3::int[], $4::int[]) asked (user_id, use, times, seconds)
           order by 1, 2
           on conflict (user_id, use) do update set
             used = case when ${isPeriodOver} then excluded.used else c.used + excluded.used end,
             counted_until = case when ${isPeriodOver} then excluded.counted_until else c.counted_until end
           where $5::int is null or ${isPeriodOver} or c.used < $5
           returning user_id, use, used, ceil(extract(epoch from counted_until - now()))::int as seconds`,
    values: [
      uses.map(({ userId }) => userId),
      uses.map(({ use }) => use),
      uses.map(({ times }) => times),
      uses.map(({ seconds }) => seconds),
      max,
    ],
  });
  return rows;
}

/** Counts one use. Refusals: `too_many_requests`, with the seconds to wait. */
export async function countUse(
  database: Queryable,
  userId: string,
  { use, max, seconds, sentence }: UseLimit,
): Promise<void> {
  const [counted] = await countUses(database, [{ userId, use, times: 1, seconds }]);
  if (counted && counted.used > max)
    throw new Refusal('too_many_requests', sentence, { retryAfterSeconds: counted.seconds });
}

/** Counts one use and returns true, or returns false if the limit of this period is reached. */
export async function countIfRoom(
  database: Queryable,
  userId: string,
  { use, max, seconds }: Omit<UseLimit, 'sentence'>,
): Promise<boolean> {
  const counted = await countUses(database, [{ userId, use, times: 1, seconds }], max);
  return counted.length === 1;
}

/** Ends the running period of a counter, so that the next use starts a new one. */
export async function endPeriod(database: Queryable, userId: string, use: string): Promise<void> {
  await database.query('update use_counts set counted_until = now() where user_id = $1 and use = $2', [userId, use]);
}

export async function deleteEndedCounts(database: Queryable): Promise<void> {
  await database.query('delete from use_counts where counted_until < now()');
}

export async function forgetCounts(database: Queryable, userId: string): Promise<void> {
  await database.query('delete from use_counts where user_id = $1', [userId]);
}
