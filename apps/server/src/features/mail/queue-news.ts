import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../platform/database/pool.ts';
import { linkColumns } from './mail-links.ts';
import type { NewsTopic } from './letter.ts';
import { inOneLine, type Mail } from './queue-mail.ts';

/** A notification mail to a member. The `once` key ensures that an event is mailed once. */
export type MailedNews = Omit<Mail, 'to' | 'about'> & {
  readonly about: NewsTopic;
  readonly once?: string | undefined;
  /** The time of the event, if this is not now. */
  readonly happenedAt?: string;
};

/**
 * Queues a notification mail to the member's current address. Queues nothing if the member turned off email
 * notifications or this topic, or if the event happened while they were off. Security mails and mails to people without
 * an account use `queueMail` instead.
 */
export async function queueNews(
  database: Queryable,
  memberId: string,
  { subject, body, link, once, happenedAt, about, button, facts }: MailedNews,
): Promise<void> {
  const id = uuidv7();
  const { link: openLink, encryptedLink } = await linkColumns(database, id, link);
  await database.query(
    `insert into mails (id, recipient, subject, body, link, once, sealed_link, extras)
     select $1, u.email, $3, $4, $5, $6, $8, $9::jsonb || jsonb_build_object('account', b.handle)
     from people u left join mail_preferences p on p.user_id = u.id left join business_handles b on b.id = u.id
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
      encryptedLink,
      JSON.stringify({ about, button, facts }),
    ],
  );
}
