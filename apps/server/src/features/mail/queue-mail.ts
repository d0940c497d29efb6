import type { NotificationTopic } from '@florin/contract';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../platform/database/pool.ts';
import type { MailExtras } from './letter.ts';
import { linkColumns } from './mail-links.ts';

/** What a mail is about, which decides why a person gets it: security, what a stranger did, or a topic they can turn off. */
export type MailAbout = 'security' | 'stranger' | NewsTopic;
/** The topics that members turn on and off; those of the contract without `security`. */
export type NewsTopic = Exclude<NotificationTopic, 'security'>;

export type Mail = Partial<MailExtras> & {
  readonly to: string;
  readonly subject: string;
  /** Plain text, a blank line between paragraphs. */
  readonly body: string;
  /** An address on a line of its own, below the text. A secret in it stands behind a #: it is encrypted until it is sent. */
  readonly link?: string | undefined;
  /** Names what is mailed once: a second mail of the same name is not queued. */
  readonly once?: string | undefined;
};

/**
 * Queues a mail in the caller's transaction: it is sent if that commits, and only then. A recurring job takes it from
 * there within a second or two.
 */
export async function queueMail(
  database: Queryable,
  { to, subject, body, link, once, about = 'security', button, facts }: Mail,
): Promise<void> {
  const id = uuidv7();
  const { link: openLink, sealedLink } = await linkColumns(database, id, link);
  await database.query(
    `insert into mails (id, recipient, subject, body, link, once, sealed_link, extras) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (once) do nothing`,
    [id, to, inOneLine(subject), body, openLink, once, sealedLink, { about, button, facts }],
  );
}

/** A subject may carry a name somebody chose. */
export const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
