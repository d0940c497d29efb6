import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../platform/database/pool.ts';
import { linkColumns } from './mail-links.ts';

export type Mail = {
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
export async function queueMail(database: Queryable, { to, subject, body, link, once }: Mail): Promise<void> {
  const id = uuidv7();
  const { link: openLink, sealedLink } = await linkColumns(database, id, link);
  await database.query(
    `insert into mails (id, recipient, subject, body, link, once, sealed_link) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (once) do nothing`,
    [id, to, inOneLine(subject), body, openLink, once, sealedLink],
  );
}

/** A subject may carry a name somebody chose. */
export const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
