import { formatAmount, type FiatCode } from '@florin/money';
import type { Logger } from 'pino';
import type { EntryMetadata } from '../../ledger/index.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { countIfRoom } from '../../platform/use-counts.ts';
import { newToken, tokenDigest, type Person } from '../identity/index.ts';
import { countMail, lockAddresses, noteLines, queueMail, senderOf, shortSenderOf } from '../mail/index.ts';
import { deadline, heldSendTables, sumsOf } from './held-send-store.ts';

type Dependencies = { readonly pool: Pool; readonly publicUrl: string; readonly rateLimits: boolean };
type JobDependencies = Dependencies & { readonly logger: Logger };

const everySeconds = 1;
const atOnce = 100;

/** Schedules the job that mails invitations every second. */
export const scheduleInvitations = (dependencies: JobDependencies) =>
  recurringJob(dependencies, 'invite-recipients', everySeconds, () => inviteRecipients(dependencies));

/** Each sender may mail an address once a day, and this many addresses a day. */
const invitationsPerDay = { use: 'invitation', max: 100, seconds: 24 * 60 * 60 } as const;

/**
 * Mails invitees about new held sends. If a later send to the same invitee is still open after a day, the invitee gets
 * a mail about it. Sending and canceling thus cannot flood a stranger with mails.
 */
export const inviteRecipients = ({ pool, publicUrl, rateLimits }: Dependencies): Promise<void> =>
  transact(pool, async (tx) => {
    const pairs = byPair(await uninvited(tx, { limited: rateLimits }));
    await lockAddresses(
      tx,
      pairs.map(([{ email }]) => email),
    );
    for (const sends of pairs) {
      const { email, sender_id: senderId, key } = sends[0];
      if (rateLimits && !(await countMail(tx, senderId, email))) continue; // mailed once the limit allows it
      if (!(await countIfRoom(tx, senderId, invitationsPerDay))) continue;
      const token = newToken();
      await queueMail(tx, {
        ...invitation(sends),
        to: email,
        link: `${publicUrl}/signup?email=${encodeURIComponent(email)}#${token}`,
        once: `invitation ${key}`,
        about: 'stranger',
        button: 'Claim your money',
      });
      await tx.query(
        `update held_sends s set invited_at = now(), invitation_hash = decode($3, 'hex')
         from unnest($1::uuid[], $2::uuid[]) told (key, invitee_id) where (s.key, s.invitee_id) = (told.key, told.invitee_id)`,
        [sends.map((send) => send.key), sends.map((send) => send.invitee_id), tokenDigest(token)],
      );
    }
  });

/** Returns true if an invitation can be mailed now. The payment does not depend on this mail. */
export async function isMailedSoon(
  { pool, rateLimits }: { readonly pool: Pool; readonly rateLimits: boolean },
  senderId: string,
  { id: inviteeId, email }: Person,
): Promise<boolean> {
  if (!rateLimits) return true;
  const { rows } = await pool.query<{ mailed: boolean }>(
    `select may_mail($1, $3) and not exists (
       select from held_sends t where t.invitee_id = $2 and t.sender_id = $1 and t.invited_at > now() - interval '1 day') as mailed`,
    [senderId, inviteeId, email],
  );
  return rows[0]?.mailed === true;
}

type Uninvited = {
  readonly key: string;
  readonly invitee_id: string;
  readonly email: string;
  readonly sender_id: string;
  readonly sender: string;
  readonly sender_email: string;
  readonly asset: FiatCode;
  readonly expires_at: Date;
  readonly metadata: EntryMetadata;
};

/** All sends of one sender to one address. */
type OfPair = [Uninvited, ...Uninvited[]];

/**
 * Returns held sends without a mailed invitation. Skips rows without an entry, and addresses that belong to an account,
 * even a frozen or new account.
 */
async function uninvited(tx: Queryable, { limited }: { readonly limited: boolean }): Promise<Uninvited[]> {
  const { rows } = await tx.query<Uninvited>(
    `select s.key, s.invitee_id, i.email, s.sender_id, u.name as sender, u.email as sender_email, a.asset, ${deadline} as expires_at,
            e.metadata
     from ${heldSendTables}
     join people u on u.id = s.sender_id
     where s.invited_at is null and s.created_at > now() - interval '7 days' and h.ended_by is null
       and not exists (select from addresses r where r.email = i.email and r.current)
       and not exists (select from held_sends t where t.invitee_id = s.invitee_id and t.sender_id = s.sender_id
                       and t.invited_at > now() - interval '1 day')
       and (not $4 or may_mail(s.sender_id, i.email))
       and not exists (select from running_limits c where c.user_id = s.sender_id and c.use = $2 and c.used >= $3)
     order by s.created_at limit $1 for update of s skip locked`,
    [atOnce, invitationsPerDay.use, invitationsPerDay.max, limited],
  );
  return rows;
}

function byPair(sends: readonly Uninvited[]): OfPair[] {
  const pairs = new Map<string, OfPair>();
  for (const send of sends) {
    const name = `${send.sender_id} ${send.invitee_id}`;
    const pair = pairs.get(name);
    if (pair) pair.push(send);
    else pairs.set(name, [send]);
  }
  return [...pairs.values()];
}

function invitation(sends: OfPair) {
  const { email, sender: name, sender_email, expires_at } = sends[0];
  const from = { name, email: sender_email };
  const sender = shortSenderOf(from);
  const money = inWords.format(sumsOf(sends).map((sum) => formatAmount(sum)));
  return {
    subject: `${sender} sent you ${money}`,
    body: [
      `${senderOf(from)} sent you ${money} with {{brand}}.`,
      ...new Set(sends.flatMap(({ metadata: { note } }) => noteLines(note))),
      `To claim the money, open a free account with ${email} and confirm that address. If you don’t claim it within 30 days, it returns to ${sender} on ${dayOf(expires_at)}.`,
      'Claim your money:',
    ].join('\n\n'),
  };
}

const inWords = new Intl.ListFormat('en-US');

const dayOf = (moment: Date) =>
  moment.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
