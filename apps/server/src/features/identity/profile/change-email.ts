import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { countUse, type UseLimit } from '../../../platform/use-limit.ts';
import { countMail, lockAddresses, queueMail } from '../../mail/index.ts';
import type { SignedIn } from '../member.ts';
import { assertCurrentPassword } from '../password/current-password.ts';
import { isTombstone } from '../people.ts';
import { newToken, tokenDigest } from '../secret-token.ts';
import { assertStillSignedIn } from '../sessions/open-sessions.ts';

/** Each is a mail to somebody who may not want it. */
const asksPerDay: UseLimit = {
  use: 'change-email',
  most: 10,
  seconds: 24 * 3_600,
  sentence: 'You have asked for another address ten times in 24 hours. Please go on tomorrow.',
};

type Dependencies = { readonly pool: Pool; readonly publicUrl: string; readonly rateLimits: boolean };
type Asked = { readonly email: string; readonly password: string; readonly ip: string };

/**
 * Mails a link to the new address and a word to the old one. An address that somebody else has is answered the same, and
 * is not written to. Nothing changes before the link is opened. Refusals: `bad_credentials`, `too_many_requests`, `busy`.
 */
export async function changeEmail(
  dependencies: Dependencies,
  member: SignedIn,
  { email, password, ip }: Asked,
): Promise<void> {
  const { pool, publicUrl, rateLimits } = dependencies;
  await assertCurrentPassword(dependencies, { member, password, ip });
  await transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    if (rateLimits) await countUse(tx, member.id, asksPerDay);
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

/** Counts together with what members have mailed to the address, whether somebody has it or not. */
async function assertMailRoom(tx: Queryable, { id }: SignedIn, email: string): Promise<void> {
  await lockAddresses(tx, [email]);
  if (await countMail(tx, id, email)) return;
  throw new Refusal(
    'too_many_requests',
    'This address got many emails today, so no further email is sent. Use the last one, or try again tomorrow.',
    { retryAfterSeconds: 24 * 60 * 60 },
  );
}

/** What stands in the place of those who left is nobody's to have; the member's own former address is free to them. */
async function isFree(tx: Queryable, email: string, memberId: string): Promise<boolean> {
  if (isTombstone(email)) return false;
  const { rows } = await tx.query<{ user_id: string; current: boolean }>(
    'select user_id, current from addresses where email = $1',
    [email],
  );
  return rows.every(({ user_id, current }) => user_id === memberId && !current);
}

/** Without the name: anybody can ask for this address, and would choose what we write to it. */
const invitation = (to: string, link: string) => ({
  to,
  link,
  button: 'Confirm email address',
  subject: 'Confirm your new email address',
  body: [
    'Somebody, most likely you, wants to use this address for a Florin account.',
    "If it was not you, you don't need to do anything: nothing changes without this email.",
    'Open this link within 24 hours to confirm. From then on you sign in with this address:',
  ].join('\n\n'),
});

/** Does not say which: the old mailbox may be in somebody else's hands, which may be why it is changed. */
const warning = {
  subject: 'Somebody asked to change your email address',
  body: [
    'Somebody, most likely you, asked to use another address for your Florin account. It changes once the link that we mailed to the new address is opened.',
    'If it was not you, somebody knows your password: set a new one on your profile page, which signs everybody else out, and the change will not go through.',
  ].join('\n\n'),
};
