import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../platform/database/pool.ts';

export type Mail = {
  readonly to: string;
  readonly subject: string;
  /** Plain text, a blank line between paragraphs. */
  readonly body: string;
  /** An address on a line of its own, below the text. */
  readonly link?: string | undefined;
  /** Names what is mailed once: a second mail of the same name is not queued. */
  readonly once?: string | undefined;
};

/**
 * Queues a mail in the caller's transaction: it is sent if that commits, and only then. A recurring job takes it from
 * there within a second or two.
 */
export async function queueMail(database: Queryable, { to, subject, body, link, once }: Mail): Promise<void> {
  await database.query(
    `insert into mails (id, recipient, subject, body, link, once) values ($1, $2, $3, $4, $5, $6)
     on conflict (once) do nothing`,
    [uuidv7(), to, inOneLine(subject), body, link, once],
  );
}

/** A subject may carry a name somebody chose. */
export const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
