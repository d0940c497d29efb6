import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../platform/database/pool.ts';
import { linkColumns } from './mail-links.ts';
import { inOneLine, type Mail, type NewsTopic } from './queue-mail.ts';

/** A mail to a member about what happened to them: `once` names it, so that an event is mailed once. */
export type MailedNews = Omit<Mail, 'to' | 'about'> & {
  readonly about: NewsTopic;
  readonly once?: string | undefined;
  /** Where it was not just now. */
  readonly happenedAt?: string;
};

/**
 * Queues a mail that a member may not want: only while their email notifications, and those about its topic,
 * are on, and of nothing that happened while they were off, to the address that they have at this moment. This is the one place that asks. Mails about
 * security, and those to people without an account, do not go this way (`queueMail`).
 */
export async function queueNews(
  database: Queryable,
  memberId: string,
  { subject, body, link, once, happenedAt, about, button, facts }: MailedNews,
): Promise<void> {
  const id = uuidv7();
  const { link: openLink, sealedLink } = await linkColumns(database, id, link);
  await database.query(
    `insert into mails (id, recipient, subject, body, link, once, sealed_link, extras)
     select $1, u.email, $3, $4, $5, $6, $8, $9::jsonb from people u left join mail_preferences p on p.user_id = u.id
     where u.id = $2 and u.disabled_at is null and coalesce(p.wanted, true)
       and coalesce((p.topics -> ($9::jsonb ->> 'about') ->> 'email')::boolean, true)
       and coalesce(p.wanted_since <= coalesce($7, now()), true)
     on conflict (once) do nothing`,
    [
      id,
      memberId,
      inOneLine(subject),
      body,
      openLink,
      once,
      happenedAt,
      sealedLink,
      JSON.stringify({ about, button, facts }),
    ],
  );
}
