import type { Pool } from '../database/pool.ts';
import { batchLoader } from '../database/batch-loader.ts';
import { Refusal } from '../refusal.ts';
import { isPeriodOver } from '../use-limit.ts';

/** A limit of uses per member and period. */
export type Rate = { readonly times: number; readonly seconds: number; readonly sharedAs: string };

/** Counts one use of a member. Throws `too_many_requests` with the seconds to wait if the limit is exceeded. */
export type RateLimiter = (memberId: string, rate: Rate) => Promise<void>;

type Use = { readonly memberId: string; readonly rate: Rate };
type Count = { readonly used: number; readonly seconds: number };
type Row = Count & { user_id: string; use: string };

/**
 * Counts uses in the database, so that all nodes share the counters. One statement counts all uses of an event-loop turn,
 * because sends arrive in hundreds. A period begins with its first use.
 */
export function rateLimiter(pool: Pool): RateLimiter {
  const count = batchLoader<Use, Count>(async (uses) => {
    const groups = [...Map.groupBy(uses, ({ memberId, rate }) => `${memberId} ${rate.sharedAs}`).values()];
    const representatives = groups.flatMap(([first]) => (first ? [first] : []));
    const { rows } = await pool.query<Row>({
      name: 'count-uses',
      text: `insert into use_counts as c (user_id, use, used, counted_until)
             select user_id, use, used, now() + make_interval(secs => seconds)
             from unnest($1::uuid[], $2::text[], $3::int[], $4::int[]) asked (user_id, use, used, seconds)
             order by 1, 2
             on conflict (user_id, use) do update set
               used = case when ${isPeriodOver} then excluded.used else c.used + excluded.used end,
               counted_until = case when ${isPeriodOver} then excluded.counted_until else c.counted_until end
             returning user_id, use, used, ceil(extract(epoch from counted_until - now()))::int as seconds`,
      values: [
        representatives.map(({ memberId }) => memberId),
        representatives.map(({ rate }) => rate.sharedAs),
        groups.map((group) => group.length),
        representatives.map(({ rate }) => rate.seconds),
      ],
    });
    const counted = new Map(rows.map((row) => [`${row.user_id} ${row.use}`, row]));
    return new Map(groups.flatMap((group) => numberUses(group, counted)));
  });

  return async (memberId, rate) => {
    const counted = await count({ memberId, rate });
    if (counted && counted.used > rate.times)
      throw new Refusal('too_many_requests', 'Too many requests. Wait a moment and try again.', {
        retryAfterSeconds: counted.seconds,
      });
  };
}

/** Gives each of several uses that were counted together its own number. */
function numberUses(group: readonly Use[], counted: ReadonlyMap<string, Row>): [Use, Count][] {
  return group.flatMap((use, index): [Use, Count][] => {
    const row = counted.get(`${use.memberId} ${use.rate.sharedAs}`);
    return row ? [[use, { used: row.used - (group.length - 1 - index), seconds: row.seconds }]] : [];
  });
}
