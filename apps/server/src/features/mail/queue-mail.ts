import { uuidv7 } from 'uuidv7';
import type { AccountPage } from '../../platform/account-page.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import type { MailExtras } from './letter.ts';
import { linkColumns } from './mail-links.ts';

export type Mail = Partial<MailExtras> & {
  readonly to: string;
  readonly subject: string;
  /** Plain text with a blank line between paragraphs. */
  readonly body: string;
  /**
   * A link on a separate line below the text. A secret in the link follows a #. Such a link is encrypted until the mail
   * is sent. The caller marks a page of an account as such, because the page has another address for a business.
   */
  readonly link?: string | AccountPage | undefined;
  /** An idempotency key: a second mail with the same key is not queued. */
  readonly once?: string | undefined;
};

/** Queues a mail in the caller's transaction. A recurring job sends the mail within two seconds after the commit. */
export async function queueMail(
  database: Queryable,
  { to, subject, body, link, once, about = 'security', button, facts }: Mail,
): Promise<void> {
  const id = uuidv7();
  const { link: openLink, encryptedLink } = await linkColumns(database, id, link);
  await database.query(
    `insert into mails (id, recipient, subject, body, link, once, sealed_link, extras) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (once) do nothing`,
    [id, to, inOneLine(subject), body, openLink, once, encryptedLink, { about, button, facts }],
  );
}

/** Joins the lines of a subject, because it may contain a name that a member chose. */
export const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
