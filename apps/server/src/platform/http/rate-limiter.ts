import type { Pool } from '../database/pool.ts';
import { batchLoader } from '../database/batch-loader.ts';
import { Refusal } from '../refusal.ts';
import { countUses, type Counted } from '../use-counts.ts';

/** A limit of uses per member and period. */
export type Rate = { readonly times: number; readonly seconds: number; readonly sharedAs: string };

/** Counts one use of a member. Throws `too_many_requests` with the seconds to wait if the limit is exceeded. */
export type RateLimiter = (memberId: string, rate: Rate) => Promise<void>;

type Use = { readonly memberId: string; readonly rate: Rate };
type Count = Pick<Counted, 'used' | 'seconds'>;

/** Counts all uses of an event-loop turn in one statement, because sends arrive in hundreds. */
export function rateLimiter(pool: Pool): RateLimiter {
  const count = batchLoader<Use, Count>(async (uses) => {
    const groups = [...Map.groupBy(uses, ({ memberId, rate }) => `${memberId} ${rate.sharedAs}`).values()];
    const rows = await countUses(
      pool,
      groups.flatMap(([first, ...others]) =>
        first
          ? [
              {
                userId: first.memberId,
                use: first.rate.sharedAs,
                times: 1 + others.length,
                seconds: first.rate.seconds,
              },
            ]
          : [],
      ),
    );
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
function numberUses(group: readonly Use[], counted: ReadonlyMap<string, Counted>): [Use, Count][] {
  return group.flatMap((use, index): [Use, Count][] => {
    const row = counted.get(`${use.memberId} ${use.rate.sharedAs}`);
    return row ? [[use, { used: row.used - (group.length - 1 - index), seconds: row.seconds }]] : [];
  });
}
