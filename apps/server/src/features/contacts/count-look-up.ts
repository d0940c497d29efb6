import type { Queryable } from '../../platform/database/pool.ts';
import { countUse } from '../../platform/use-limit.ts';

const strangers = {
  use: 'look-up',
  most: 60,
  seconds: 60,
  sentence: 'You have looked up many addresses. Please wait a moment.',
} as const;

/**
 * Counts that a member asked who an address is that they have not sent money to, so that nobody finds out address by
 * address who has an account. Refusals: `too_many_requests` above 60 a minute.
 */
export async function countLookUp(
  { pool, rateLimits }: { readonly pool: Queryable; readonly rateLimits: boolean },
  userId: string,
): Promise<void> {
  if (rateLimits) await countUse(pool, userId, strangers);
}
