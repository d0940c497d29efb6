import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { recurringJob } from '../../../platform/recurring-job.ts';
import { queueMail } from '../../mail/index.ts';
import { newToken, tokenDigest } from '../secret-token.ts';
import { countAsk } from '../throttle.ts';

const maxPerHour = 3;
const networkLimit = { ask: 'forgot-password', max: 20, seconds: 3_600 } as const;

type Dependencies = {
  readonly pool: Pool;
  readonly rateLimits: boolean;
  readonly throttleFactor?: number | undefined;
  readonly publicUrl: string;
};

/**
 * Records a request for a password reset with one statement. The statement is the same for every address, so it does
 * not reveal accounts. A job processes the request later. Refusals: `too_many_requests`.
 */
export async function forgotPassword(
  { pool, rateLimits, throttleFactor }: Dependencies,
  { email, ip }: { readonly email: string; readonly ip: string },
): Promise<void> {
  if (rateLimits) await countAsk(pool, { ...networkLimit, ip, throttleFactor });
  await pool.query('insert into password_reset_requests (id, email) values ($1, $2)', [uuidv7(), email]);
}

const intervalSeconds = 0.5;
const maxPerRun = 500;

export const schedulePasswordResets = (dependencies: Dependencies & { readonly logger: Logger }) =>
  recurringJob(dependencies, 'mail-password-resets', intervalSeconds, () => mailPasswordResets(dependencies));

/** Processes the recorded requests. Mails a link to each address with an account, at most three times an hour. */
export async function mailPasswordResets(dependencies: Dependencies): Promise<void> {
  for (let ask = 0; ask < maxPerRun; ask++) if (!(await processRequest(dependencies))) return;
}

const processRequest = ({ pool, rateLimits, publicUrl }: Dependencies): Promise<boolean> =>
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

/** Returns the person with this address; undefined without an account or above the hourly limit. A business has no password. */
async function memberToMail(tx: Queryable, email: string, rateLimits: boolean): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from users where email = $1 and kind = 'person' and disabled_at is null for no key update`,
    [email],
  );
  const id = rows[0]?.id;
  if (id === undefined || !rateLimits) return id;
  // A separate statement counts the rows as they are after the lock.
  const mailed = await tx.query(
    `select from password_resets where user_id = $1 and created_at > now() - interval '1 hour' limit $2`,
    [id, maxPerHour],
  );
  return (mailed.rowCount ?? 0) < maxPerHour ? id : undefined;
}

/**
 * Mails a reset link. The token follows a `#`, so it appears in no server log. The link uses the configured public
 * address.
 */
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
  'Someone, most likely you, requested a new password for your {{brand}} account.',
  'If this was not you, ignore this email. Your password stays the same.',
  'Open this link within 30 minutes to set a new password. It works once and signs you out on all devices:',
].join('\n\n');
