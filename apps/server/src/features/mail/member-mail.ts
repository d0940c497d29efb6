import type { Queryable } from '../../platform/database/pool.ts';
import { queueMail, type Mail } from './queue-mail.ts';
import { queueNews } from './queue-news.ts';

/** Locks the addresses, so that no other transaction counts mails to them. Call it at most once in a transaction. */
export async function lockAddresses(tx: Queryable, emails: readonly string[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(lock) from (
       select distinct hashtextextended('mail to ' || email, 0) as lock from unnest($1::text[]) email order by 1) locks`,
    [emails],
  );
}

/**
 * Counts a mail to a locked address and returns whether the limits allow the mail. A member may cause three mails to an
 * address in 24 hours, and all members together ten (`may_mail`). Invitations, requests, reminders and shared links
 * count together.
 */
export async function countMail(tx: Queryable, senderId: string, email: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'insert into member_mails (address, sender_id) select mail_digest($2), $1 where may_mail($1, $2)',
    [senderId, email],
  );
  return rowCount === 1;
}

export type MailFromMember = {
  /** The member who causes the mail. */
  readonly senderId: string;
  /** The receiving member, or an address without an account. */
  readonly to: { readonly id: string | null; readonly email: string };
  readonly limited: boolean;
};

/** A mail whose link opens the page at `path`, in the recipient's account if they have one. */
export type MemberMail = Omit<Mail, 'to' | 'about' | 'link'> & { readonly publicUrl: string; readonly path: string };

/**
 * Queues a mail from Florin to another person on behalf of a member. Returns false if the address is over its daily
 * limit. A member who turned such mails off gets no mail.
 */
export async function queueMemberMail(
  tx: Queryable,
  { senderId, to, limited }: MailFromMember,
  { publicUrl, path, ...mail }: MemberMail,
): Promise<boolean> {
  const email = to.id === null ? to.email : await currentAddress(tx, to.id);
  if (limited) {
    await lockAddresses(tx, [email]);
    if (!(await countMail(tx, senderId, email))) return false;
  }
  await (to.id === null
    ? queueMail(tx, { ...mail, link: publicUrl + path, to: email, about: 'stranger' })
    : queueNews(tx, to.id, { ...mail, link: { publicUrl, memberId: to.id, path }, about: 'requests' }));
  return true;
}

async function currentAddress(tx: Queryable, memberId: string): Promise<string> {
  const { rows } = await tx.query<{ email: string }>('select email from people where id = $1', [memberId]);
  if (!rows[0]) throw new Error('the account of the recipient does not exist');
  return rows[0].email;
}
