import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countIfRoom } from '../../platform/use-counts.ts';

const perDay = { use: 'called-back', max: 20, seconds: 24 * 60 * 60 } as const;

/** Counts a canceled send to an address without an account, and never blocks the cancellation. */
export async function countCancellation(database: Queryable, senderId: string): Promise<void> {
  await countIfRoom(database, senderId, perDay);
}

/**
 * Limits sends to addresses without an account after many cancellations. Sending and canceling reveals, without cost,
 * which addresses have no account. Errors: `too_many_requests`.
 */
export async function assertFewCancellations(database: Queryable, senderId: string): Promise<void> {
  const { rows } = await database.query<{ seconds: number }>(
    `select ceil(extract(epoch from counted_until - now()))::int as seconds from running_limits
     where user_id = $1 and use = $2 and used >= $3`,
    [senderId, perDay.use, perDay.max],
  );
  if (rows[0])
    throw new Refusal(
      'too_many_requests',
      `You have canceled ${perDay.max} payments to people without an account in 24 hours. Send to people with an account, or try again later.`,
      { retryAfterSeconds: rows[0].seconds },
    );
}
