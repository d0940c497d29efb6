import type { Queryable } from '../../../platform/database/pool.ts';
import { forgetCounts } from '../../../platform/use-counts.ts';
import { forgetMails } from '../../mail/index.ts';
import { forgetTexts } from '../../texts/index.ts';
import type { Leaver, PersonalPart, Tombstone } from './personal-part.ts';

/** Deletes identity's own rows about a member. The caller changes the member's row itself. */
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
 * Deletes the member's credentials and erases the member's addresses in every table. Keeps other members' data about an
 * unconfirmed address, because anyone can sign up with a foreign address. Keeps data about a former address of the
 * member if money of other members waits for it. The next owner of the address gets that money.
 */
export async function forgetIdentity(
  tx: Queryable,
  parts: readonly PersonalPart[],
  member: Leaver,
  tombstone: Tombstone,
): Promise<void> {
  const { emails, namedEmails } = await addressesOf(tx, parts, member);
  await forgetMails(tx, { name: member.name, emails, namedEmails }, tombstone);
  await deleteOwnRows(tx, member.id);
  await tx.query('delete from password_reset_requests where email = any ($1)', [emails]);
  await tx.query('delete from email_changes where email = any ($1)', [emails]);
  await tx.query(`update invitees set email = id || '@' || split_part($2, '@', 2) where email = any ($1)`, [
    emails,
    tombstone.email,
  ]);
}

/** Deletes the account's credentials and everything that identity recorded about its holder. */
export async function deleteOwnRows(tx: Queryable, memberId: string): Promise<void> {
  for (const deletion of deletions) await tx.query(deletion, [memberId]);
  await forgetCounts(tx, memberId);
  await forgetTexts(tx, memberId);
}

/**
 * Returns the member's own addresses, and separately the addresses that may belong to others. Leaves out addresses that
 * another account has now.
 */
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
     where not exists (select from addresses a where a.email = had.email and a.current) group by email`,
    [id, email],
  );
  const all = rows.map((row) => row.email);
  const awaited = new Set<string>();
  for (const part of parts) for (const one of (await part.awaited?.(tx, all)) ?? []) awaited.add(one);
  const isOwn = (row: { email: string; shown: boolean }) => row.shown && !awaited.has(row.email);
  return {
    emails: rows.filter(isOwn).map((row) => row.email),
    namedEmails: rows.filter((row) => !isOwn(row)).map((row) => row.email),
  };
}
