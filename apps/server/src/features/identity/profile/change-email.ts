import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { countUse, type UseLimit } from '../../../platform/use-counts.ts';
import { countMail, lockAddresses, queueMail } from '../../mail/index.ts';
import type { SignedIn } from '../member.ts';
import { assertCurrentPassword } from '../password/current-password.ts';
import { isTombstone } from '../person.ts';
import { newToken, tokenDigest } from '../secret-token.ts';
import { assertStillSignedIn } from '../sessions/open-sessions.ts';

/** The daily limit. Each request mails a person who may not want it. */
const requestsPerDay: UseLimit = {
  use: 'change-email',
  max: 10,
  seconds: 24 * 3_600,
  sentence: 'You requested another address ten times in 24 hours. Try again tomorrow.',
};

type Dependencies = { readonly pool: Pool; readonly publicUrl: string; readonly rateLimits: boolean };
type EmailChange = { readonly email: string; readonly password: string; readonly ip: string };

/**
 * Mails a link to the new address and a notice to the old one. Opening the link makes the change. An address of another
 * member gets the same answer and no mail. Refusals: `bad_credentials`, `too_many_requests`, `busy`.
 */
export async function changeEmail(
  dependencies: Dependencies,
  member: SignedIn,
  { email, password, ip }: EmailChange,
): Promise<void> {
  const { pool, publicUrl, rateLimits } = dependencies;
  await assertCurrentPassword(dependencies, { member, password, ip });
  await transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    if (rateLimits) await countUse(tx, member.id, requestsPerDay);
    if (rateLimits) await assertMailRoom(tx, member, email);
    const token = newToken();
    await tx.query(`insert into email_changes (token_hash, user_id, email) values (decode($1, 'hex'), $2, $3)`, [
      tokenDigest(token),
      member.id,
      email,
    ]);
    await queueMail(tx, { ...warning, to: member.email });
    if (await isFree(tx, email, member.id))
      await queueMail(tx, invitation(email, `${publicUrl}/confirm-email-change#${token}`));
  });
}

/** Counts the mail together with other members' mails to the address, whether or not the address has an account. */
async function assertMailRoom(tx: Queryable, { id }: SignedIn, email: string): Promise<void> {
  await lockAddresses(tx, [email]);
  if (await countMail(tx, id, email)) return;
  throw new Refusal(
    'too_many_requests',
    'This address received too many emails today. Use the last one, or try again tomorrow.',
    { retryAfterSeconds: 24 * 60 * 60 },
  );
}

/**
 * Returns whether the member may take the address. Tombstone addresses are reserved. The member's own former address is
 * available to the member.
 */
async function isFree(tx: Queryable, email: string, memberId: string): Promise<boolean> {
  if (isTombstone(email)) return false;
  const { rows } = await tx.query<{ user_id: string; current: boolean }>(
    'select user_id, current from addresses where email = $1',
    [email],
  );
  return rows.every(({ user_id, current }) => user_id === memberId && !current);
}

/**
 * The mail leaves out the member's name. Anyone can request a change to this address and could thereby choose a text
 * that we send to it.
 */
const invitation = (to: string, link: string) => ({
  to,
  link,
  button: 'Confirm email address',
  subject: 'Confirm your new email address',
  body: [
    'Someone, most likely you, wants to use this address for a {{brand}} account.',
    'If this was not you, ignore this email. No account changes without the link.',
    'Open this link within 24 hours to confirm. Then sign in with this address:',
  ].join('\n\n'),
});

/** The notice leaves out the new address, because the old mailbox may belong to someone else now. */
const warning = {
  subject: 'Email change requested',
  body: [
    'Someone, most likely you, requested another address for your {{brand}} account. We mailed a link to the new address. Opening the link makes the change.',
    'If this was not you, someone knows your password. Change it on your profile page. This cancels the change and signs out all other devices.',
  ].join('\n\n'),
};
