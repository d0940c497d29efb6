import type { Queryable } from '../../../platform/database/pool.ts';
import { forgetMails } from '../../mail/index.ts';
import type { Leaver, Tombstone } from './personal-part.ts';

const ownTables = [
  'sessions',
  'known_devices',
  'email_confirmations',
  'email_changes',
  'avatars',
  'password_resets',
  'authenticators',
  'recovery_codes',
  'passkeys',
  'passkey_challenges',
  'use_counts',
] as const;

/** Whatever an account has to be signed in to, and each address it had or wanted, wherever it was noted. */
export async function forgetIdentity(tx: Queryable, leaver: Leaver, tombstone: Tombstone): Promise<void> {
  const emails = await addressesOf(tx, leaver);
  await forgetMails(tx, { name: leaver.name, emails }, tombstone);
  for (const table of ownTables) await tx.query(`delete from ${table} where user_id = $1`, [leaver.id]);
  await tx.query('delete from password_reset_asks where email = any ($1)', [emails]);
  await tx.query('delete from email_changes where email = any ($1)', [emails]);
  await tx.query(`update invitees set email = id || '@' || split_part($2, '@', 2) where email = any ($1)`, [
    emails,
    tombstone.email,
  ]);
}

/** Those that somebody else has by now are somebody else's. */
async function addressesOf(tx: Queryable, { id, email }: Leaver): Promise<string[]> {
  const { rows } = await tx.query<{ email: string }>(
    `select email from email_confirmations where user_id = $1 union select email from email_changes where user_id = $1
     except select email from users`,
    [id],
  );
  return [email, ...rows.map((row) => row.email).filter((other) => other !== email)];
}
