import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { digestUuid } from '../../platform/digest.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countOnce, countUse } from '../../platform/use-limit.ts';
import { listSentTo } from './contact-store.ts';

const perMinute = {
  use: 'look-up',
  most: 60,
  seconds: 60,
  sentence: 'You have looked up many addresses. Please wait a moment.',
} as const;

const strangersPerDay = 20;

/**
 * Counts that a member asked who an address is that they have not sent money to, so that nobody finds out address by
 * address who has an account, and what they are called. The same one again counts once in 24 hours, and one that is paid
 * after all does not count any more: whoever pays many new people is not kept from it.
 *
 * Refusals: `too_many_requests` above 60 a minute, and above 20 different ones a day.
 */
export async function countLookUp(
  { pool, rateLimits }: { readonly pool: Pool; readonly rateLimits: boolean },
  userId: string,
  email: string,
): Promise<void> {
  if (!rateLimits) return;
  await transact(pool, async (tx) => {
    await countUse(tx, userId, perMinute); // its row is locked now: no other look-up of the member is counted meanwhile
    await countStranger(tx, userId, email);
  });
}

async function countStranger(tx: Queryable, userId: string, email: string): Promise<void> {
  await countOnce(tx, userId, { use: strangerUse(userId, email), seconds: 24 * 60 * 60 });
  const { rows } = await tx.query<{ use: string; seconds: number }>(
    `select use, ceil(extract(epoch from counted_until - now()))::int as seconds from running_limits
     where user_id = $1 and starts_with(use, $2) order by counted_until desc`,
    [userId, strangers],
  );
  if (rows.length <= strangersPerDay) return; // whoever of them was paid
  const paid = new Set((await listSentTo(tx, userId)).map((contact) => strangerUse(userId, contact.email)));
  const over = rows.filter(({ use }) => !paid.has(use))[strangersPerDay];
  if (over)
    throw new Refusal(
      'too_many_requests',
      `You have looked up ${strangersPerDay} new people in 24 hours without paying them. Please try again later.`,
      { retryAfterSeconds: over.seconds },
    );
}

const strangers = 'stranger ';

/** A counter of its own for each, which does not say whose address it is. */
const strangerUse = (userId: string, email: string) => strangers + digestUuid(userId, email);
