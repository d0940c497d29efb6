import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { recurringJob } from '../../../platform/recurring-job.ts';
import { queueMail } from '../../mail/index.ts';
import { newToken, tokenDigest } from '../secret-token.ts';
import { countAsk } from '../throttle.ts';

const mostPerHour = 3;
const asksOfNetwork = { ask: 'forgot-password', most: 20, seconds: 3_600 } as const;

type Dependencies = {
  readonly pool: Pool;
  readonly rateLimits: boolean;
  readonly throttleFactor?: number | undefined;
  readonly publicUrl: string;
};

/**
 * Notes that somebody cannot sign in with that address. One statement, the same for every address: whether there is an
 * account, and what becomes of it, is looked at later by a job. Refusals: `too_many_requests`.
 */
export async function forgotPassword(
  { pool, rateLimits, throttleFactor }: Dependencies,
  { email, ip }: { readonly email: string; readonly ip: string },
): Promise<void> {
  if (rateLimits) await countAsk(pool, { ...asksOfNetwork, ip, throttleFactor });
  await pool.query('insert into password_reset_requests (id, email) values ($1, $2)', [uuidv7(), email]);
}

const everySeconds = 0.5;
const asksPerRun = 500;

export const schedulePasswordResets = (dependencies: Dependencies & { readonly logger: Logger }) =>
  recurringJob(dependencies, 'mail-password-resets', everySeconds, () => mailPasswordResets(dependencies));

/** Mails a link to those of the addresses asked about that have an account, three times an hour at most. */
export async function mailPasswordResets(dependencies: Dependencies): Promise<void> {
  for (let ask = 0; ask < asksPerRun; ask++) if (!(await takeUpOne(dependencies))) return;
}

const takeUpOne = ({ pool, rateLimits, publicUrl }: Dependencies): Promise<boolean> =>
  transact(pool, async (tx) => {
    const { rows } = await tx.query<{ email: string }>(
      `delete from password_reset_requests where id =
         (select id from password_reset_requests order by id limit 1 for update skip locked) returning email`,
    );
    if (!rows[0]) return false;
    const { email } = rows[0];
    const member = await memberToMail(tx, email, rateLimits);
    if (member !== undefined) await mailReset(tx, publicUrl, { id: member, email });
    return true;
  });

/** The member with that address, unless enough was mailed to them within the hour. */
async function memberToMail(tx: Queryable, email: string, rateLimits: boolean): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from users where email = $1 and disabled_at is null for no key update',
    [email],
  );
  const id = rows[0]?.id;
  if (id === undefined || !rateLimits) return id;
  // A statement of its own: what it counts is newer than the lock.
  const mailed = await tx.query(
    `select from password_resets where user_id = $1 and created_at > now() - interval '1 hour' limit $2`,
    [id, mostPerHour],
  );
  return (mailed.rowCount ?? 0) < mostPerHour ? id : undefined;
}

/** The token is behind a `#`, so that no server's log gets to see it, and the address is the configured one. */
async function mailReset(
  tx: Queryable,
  publicUrl: string,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  const token = newToken();
  await tx.query(`insert into password_resets (token_hash, user_id, email) values (decode($1, 'hex'), $2, $3)`, [
    tokenDigest(token),
    id,
    email,
  ]);
  await queueMail(tx, {
    to: email,
    subject: 'Set a new password',
    body: resetBody,
    link: `${publicUrl}/reset-password#${token}`,
    button: 'Set a new password',
  });
}

const resetBody = [
  'Somebody, most likely you, asked to set a new password for your Florin account.',
  "If it was not you, you don't need to do anything: your password stays as it is.",
  'Open this link within 30 minutes to set a new password. It works once, and signs you out everywhere:',
].join('\n\n');
