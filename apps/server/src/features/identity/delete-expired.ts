import type { Logger } from 'pino';
import type { Pool } from '../../platform/database/pool.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { deleteEndedCounts } from '../../platform/use-counts.ts';
import { deleteOldMailCounts } from '../mail/index.ts';
import { deleteOldTexts } from '../texts/index.ts';
import { deleteOldTraces } from '../traces/index.ts';
import { oldChanges } from './identities.ts';

const intervalSeconds = 600;

/**
 * The statements that delete expired rows. Password resets stay for a day, because they count against the mail limit.
 * Links of confirmed addresses stay, because closing the account needs them.
 */
const expired = [
  'delete from sessions where expires_at < now()',
  `delete from password_resets where created_at < now() - interval '1 day'`,
  'delete from passkey_challenges where expires_at < now()',
  `delete from email_confirmations where used_at is null and expires_at < now() - interval '30 days'`,
  `delete from email_changes where used_at is null and expires_at < now() - interval '30 days'`,
  `delete from login_failures where updated_at < now() - interval '1 day' and blocked_until < now()`,
  'delete from phone_codes where expires_at < now()',
  oldChanges,
  `delete from authenticators a using users u
   where u.id = a.user_id and u.two_factor_at is null and a.created_at < now() - interval '1 day'`,
] as const;

export const scheduleExpiry = (dependencies: { readonly pool: Pool; readonly logger: Logger }) =>
  recurringJob(dependencies, 'delete-expired', intervalSeconds, () => deleteExpired(dependencies));

/** Deletes expired rows. Logs an error if a closed account holds money, which needs manual review. */
export async function deleteExpired({ pool, logger }: { readonly pool: Pool; readonly logger: Logger }): Promise<void> {
  for (const statement of expired) await pool.query(statement);
  for (const deleteOld of [deleteEndedCounts, deleteOldMailCounts, deleteOldTexts, deleteOldTraces])
    await deleteOld(pool);
  const { rows } = await pool.query<{ id: string }>(
    `select distinct u.id from users u join books.accounts a on a.owner = u.id
     where u.closed_at is not null and a.kind in ('wallet', 'incoming') and (a.posted <> 0 or a.held <> 0)`,
  );
  if (rows.length > 0) logger.error({ members: rows.map(({ id }) => id) }, 'closed accounts hold money');
}
