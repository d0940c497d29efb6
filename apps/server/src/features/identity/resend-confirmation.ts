import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { mailConfirmation } from './mail-confirmation.ts';
import type { Member } from './member.ts';

/** The daily limit. The address may belong to a stranger, who must not be flooded with mails. */
const maxPerDay = 10;

type Dependencies = { readonly pool: Pool; readonly publicUrl: string; readonly rateLimits: boolean };

/** Mails another confirmation link, at most one a minute. Refusals: `already_confirmed`, `too_many_requests`. */
export const resendConfirmation = ({ pool, publicUrl, rateLimits }: Dependencies, { id }: Member): Promise<void> =>
  transact(pool, async (tx) => {
    // Locks the row, so the second of two parallel calls sees the first one's mail.
    const { rows } = await tx.query<{ email: string; confirmed: boolean }>(
      'select email, email_confirmed_at is not null as confirmed from users where id = $1 for update',
      [id],
    );
    const [user] = rows;
    if (!user) throw new Error('the signed-in member does not exist');
    if (user.confirmed) throw new Refusal('already_confirmed', 'Your email address is already confirmed.');
    const seconds = rateLimits ? await secondsToWait(tx, id) : 0;
    if (seconds > 0)
      throw new Refusal('too_many_requests', 'We just sent you an email. Wait a minute before you ask again.', {
        retryAfterSeconds: seconds,
      });
    await mailConfirmation(tx, publicUrl, { id, email: user.email });
  });

async function secondsToWait(database: Queryable, userId: string): Promise<number> {
  const { rows } = await database.query<{ seconds: number | null }>(
    `select ceil(extract(epoch from greatest(
              max(created_at) + interval '1 minute',
              case when count(*) >= $2 then min(created_at) + interval '1 day' end) - now()))::int as seconds
     from email_confirmations where user_id = $1 and created_at > now() - interval '1 day'`,
    [userId, maxPerDay],
  );
  return rows[0]?.seconds ?? 0;
}
