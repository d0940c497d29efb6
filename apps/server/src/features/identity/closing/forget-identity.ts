import type { Queryable } from '../../../platform/database/pool.ts';
import { forgetCounts } from '../../../platform/use-limit.ts';
import { forgetMails } from '../../mail/index.ts';
import { forgetTexts } from '../../texts/index.ts';
import type { Leaver, PersonalPart, Tombstone } from './personal-part.ts';

/** Tables of identity's own. The member's row itself is the caller's to change. */
const deletions = [
  'delete from sessions where user_id = $1',
  'delete from known_devices where user_id = $1',
  'delete from email_confirmations where user_id = $1',
  'delete from email_changes where user_id = $1',
  'delete from phone_codes where user_id = $1',
  'delete from avatars where user_id = $1',
  'delete from password_resets where user_id = $1',
  'delete from authenticators where user_id = $1',
  'delete from recovery_codes where user_id = $1',
  'delete from passkeys where user_id = $1',
  'delete from passkey_challenges where user_id = $1',
  'delete from former_addresses where user_id = $1',
  'delete from known_addresses where viewer_id = $1 or person_id = $1',
] as const;

/**
 * Whatever an account has to be signed in to, and each address it had or wanted, wherever it was noted. Anybody can sign
 * up with, or ask for, an address that is not theirs: what others have to do with one that was never shown to be the
 * leaver's is not touched, nor with one that the leaver gave up and that money of others waits for: whoever has it next
 * gets that.
 */
export async function forgetIdentity(
  tx: Queryable,
  parts: readonly PersonalPart[],
  leaver: Leaver,
  tombstone: Tombstone,
): Promise<void> {
  const { emails, namedEmails } = await addressesOf(tx, parts, leaver);
  await forgetMails(tx, { name: leaver.name, emails, namedEmails }, tombstone);
  await deleteOwnRows(tx, leaver.id);
  await tx.query('delete from password_reset_requests where email = any ($1)', [emails]);
  await tx.query('delete from email_changes where email = any ($1)', [emails]);
  await tx.query(`update invitees set email = id || '@' || split_part($2, '@', 2) where email = any ($1)`, [
    emails,
    tombstone.email,
  ]);
}

/** Deletes all that an account is signed in to with, and all that identity recorded about its holder. */
export async function deleteOwnRows(tx: Queryable, memberId: string): Promise<void> {
  for (const deletion of deletions) await tx.query(deletion, [memberId]);
  await forgetCounts(tx, memberId);
  await forgetTexts(tx, memberId);
}

/** Those that somebody else has by now are somebody else's; those that something of others waits for may be. */
async function addressesOf(
  tx: Queryable,
  parts: readonly PersonalPart[],
  { id, email }: Leaver,
): Promise<{ emails: string[]; namedEmails: string[] }> {
  const { rows } = await tx.query<{ email: string; shown: boolean }>(
    `select email, bool_or(shown) as shown
     from (select $2::text as email, email_confirmed_at is not null as shown from users where id = $1
           union all select email, true from former_addresses where user_id = $1
           union all select email, used_at is not null from email_confirmations where user_id = $1
           union all select email, used_at is not null from email_changes where user_id = $1) had
     where not exists (select from users u where u.email = had.email) group by email`,
    [id, email],
  );
  const all = rows.map((row) => row.email);
  const awaited = new Set<string>();
  for (const part of parts) for (const one of (await part.awaited?.(tx, all)) ?? []) awaited.add(one);
  const isTheirs = (row: { email: string; shown: boolean }) => row.shown && !awaited.has(row.email);
  return {
    emails: rows.filter(isTheirs).map((row) => row.email),
    namedEmails: rows.filter((row) => !isTheirs(row)).map((row) => row.email),
  };
}
