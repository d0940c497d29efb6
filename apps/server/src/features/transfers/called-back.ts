import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countIfRoom } from '../../platform/use-limit.ts';

const perDay = { use: 'called-back', most: 20, seconds: 24 * 60 * 60 } as const;

/** Counts that a member called back what waited for an address. It never stops them: the money is theirs. */
export async function countCalledBack(database: Queryable, senderId: string): Promise<void> {
  await countIfRoom(database, senderId, perDay);
}

/**
 * Sending and calling back says who has no account, and costs nothing: so a member who did it often sends to no more such
 * addresses today. Refusals: `too_many_requests`.
 */
export async function assertFewCalledBack(database: Queryable, senderId: string): Promise<void> {
  const { rows } = await database.query<{ seconds: number }>(
    `select ceil(extract(epoch from counted_until - now()))::int as seconds from running_limits
     where user_id = $1 and use = $2 and used >= $3`,
    [senderId, perDay.use, perDay.most],
  );
  if (rows[0])
    throw new Refusal(
      'too_many_requests',
      `You have cancelled ${perDay.most} payments to people without an account in 24 hours. Send to people with an account, or try again later.`,
      { retryAfterSeconds: rows[0].seconds },
    );
}
