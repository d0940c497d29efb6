import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { digestUuid } from '../../platform/digest.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countIfRoom, countUse } from '../../platform/use-counts.ts';
import { listSentTo } from './contact-store.ts';

const perMinute = {
  use: 'look-up',
  max: 60,
  seconds: 60,
  sentence: 'You looked up too many addresses. Try again in a minute.',
} as const;

const strangersPerDay = 20;

/**
 * Counts a look-up of an address that the member has not paid. The limit keeps members from finding out which addresses
 * have an account, and the names of these accounts. The same address counts once in 24 hours. An address that the
 * member pays later no longer counts, so a member can pay many new people.
 *
 * Refusals: `too_many_requests` above 60 look-ups a minute, and above 20 different unpaid addresses in 24 hours.
 */
export async function countLookUp(
  { pool, rateLimits }: { readonly pool: Pool; readonly rateLimits: boolean },
  userId: string,
  email: string,
): Promise<void> {
  if (!rateLimits) return;
  await transact(pool, async (tx) => {
    await countUse(tx, userId, perMinute); // locks the row, so the member's look-ups are counted one by one
    await countStranger(tx, userId, email);
  });
}

async function countStranger(tx: Queryable, userId: string, email: string): Promise<void> {
  // If this address was counted before, its running period does not change.
  await countIfRoom(tx, userId, { use: strangerUse(userId, email), max: 1, seconds: 24 * 60 * 60 });
  const { rows } = await tx.query<{ use: string; seconds: number }>(
    `select use, ceil(extract(epoch from counted_until - now()))::int as seconds from running_limits
     where user_id = $1 and starts_with(use, $2) order by counted_until desc`,
    [userId, strangerPrefix],
  );
  if (rows.length <= strangersPerDay) return; // within the limit even if none of them was paid
  const paid = new Set((await listSentTo(tx, userId)).map((contact) => strangerUse(userId, contact.email)));
  const over = rows.filter(({ use }) => !paid.has(use))[strangersPerDay];
  if (over)
    throw new Refusal(
      'too_many_requests',
      `You looked up ${strangersPerDay} new people in 24 hours without paying them. Try again later.`,
      { retryAfterSeconds: over.seconds },
    );
}

const strangerPrefix = 'stranger ';

/** Returns a counter name per address. The digest hides the address. */
const strangerUse = (userId: string, email: string) => strangerPrefix + digestUuid(userId, email);
