import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { queueMail } from '../mail/index.ts';
import { newToken, tokenDigest } from './secret-token.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from './member.ts';

/**
 * Mails a link that confirms the member's address once, within 24 hours. Runs in the caller's transaction. The token
 * follows a `#`, so it appears in no server log.
 */
export async function mailConfirmation(
  database: Queryable,
  publicUrl: string,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  const token = newToken();
  await database.query(
    `insert into email_confirmations (token_hash, user_id, email) values (decode($1, 'hex'), $2, $3)`,
    [tokenDigest(token), id, email],
  );
  await queueMail(database, {
    to: email,
    subject: 'Confirm your email address',
    body: confirmationBody,
    link: `${publicUrl}/confirm-email#${token}`,
    button: 'Confirm email address',
  });
}

/**
 * The mail leaves out the member's name. Anyone can sign up with this address and could thereby choose a text that we
 * send to it.
 */
const confirmationBody = [
  'Welcome to {{brand}}.',
  'Please confirm that this email address is yours. Until then you can add money, buy and sell. After that you can also send, request and withdraw money, and receive money at this address.',
  'If you did not open this account, do not confirm it. Someone else used your address, but they cannot send or receive money with it. To make the account yours, choose "Forgot password" on the sign-in page.',
  'Open this link within 24 hours to confirm:',
].join('\n\n');

/** Mails a welcome if addresses need no confirmation. Runs in the caller's transaction. */
export const mailWelcome = (
  database: Queryable,
  publicUrl: string,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> =>
  queueMail(database, {
    to: email,
    subject: 'Welcome to {{brand}}',
    body: [
      'Welcome to {{brand}}.',
      'Your account is ready. Money that people already sent to this address is in your wallet.',
      'Go to your dashboard:',
    ].join('\n\n'),
    link: { publicUrl, memberId: id, path: '/dashboard' },
  });

/** The daily limit. The address may belong to a stranger, who must not be flooded with mails. */
const maxPerDay = 10;

type Dependencies = { readonly pool: Pool; readonly publicUrl: string; readonly rateLimits: boolean };

/** Mails another confirmation link, at most one a minute. Refusals: `already_confirmed`, `too_many_requests`. */
export const resendConfirmation = ({ pool, publicUrl, rateLimits }: Dependencies, { id }: Member): Promise<void> =>
  transact(pool, async (tx) => {
    // Locks the row, so the second of two parallel calls sees the mail of the first call.
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
