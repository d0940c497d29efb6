import type { Queryable } from '../../platform/database/pool.ts';
import { queueMail, type Mail } from './queue-mail.ts';
import { queueNews } from './queue-news.ts';

/** Until the transaction ends nobody else counts mails to these addresses. To be called once in a transaction. */
export async function lockAddresses(tx: Queryable, emails: readonly string[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(lock) from (
       select distinct hashtextextended('mail to ' || email, 0) as lock from unnest($1::text[]) email order by 1) locks`,
    [emails],
  );
}

/**
 * Counts a mail to an address that is locked, unless the member had three sent there in 24 hours, or all members ten
 * (migration 0057): invitations, requests, reminders and shared links together. Was there room?
 */
export async function countMail(tx: Queryable, senderId: string, email: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'insert into member_mails (address, sender_id) select mail_digest($2), $1 where may_mail($1, $2)',
    [senderId, email],
  );
  return rowCount === 1;
}

export type MailFromMember = {
  /** Who has it sent. */
  readonly senderId: string;
  /** The member it is to, or an address without an account. */
  readonly to: { readonly id: string | null; readonly email: string };
  readonly limited: boolean;
};

/**
 * Queues a mail that one member has Florin send to another person, unless the address got too many of them today. Was there
 * room? A member who wants no such mail gets none.
 */
export async function queueMemberMail(
  tx: Queryable,
  { senderId, to, limited }: MailFromMember,
  mail: Omit<Mail, 'to'>,
): Promise<boolean> {
  const email = to.id === null ? to.email : await currentAddress(tx, to.id);
  if (limited) {
    await lockAddresses(tx, [email]);
    if (!(await countMail(tx, senderId, email))) return false;
  }
  await (to.id === null
    ? queueMail(tx, { ...mail, to: email, about: 'stranger' })
    : queueNews(tx, to.id, { ...mail, about: 'requests' }));
  return true;
}

async function currentAddress(tx: Queryable, memberId: string): Promise<string> {
  const { rows } = await tx.query<{ email: string }>('select email from people where id = $1', [memberId]);
  if (!rows[0]) throw new Error('a member to be mailed is not there');
  return rows[0].email;
}
