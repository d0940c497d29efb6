import type { Queryable } from '../../platform/database/pool.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { MailExtras } from './letter.ts';

/** Minutes to wait after each failed attempt except the last. All waits add up to about nine hours. */
const waitMinutes = [0.5, 1.5, 5, 15, 40, 120, 360] as const;
/** The claim lasts longer than one batch takes, so another node claims a mail only after the first node stopped. */
const leaseMinutes = 5;

export type WaitingMail = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly link: string | null;
  /** The encrypted link if the link contains a secret; `link` is null then (`mail-links.ts`). */
  readonly sealed_link: Buffer | null;
  readonly extras: MailExtras | null;
  /** The number of attempts, including this one. */
  readonly attempts: number;
};

/** Claims up to `atMost` due mails for this node, the oldest first. */
export async function claimWaiting(database: Queryable, atMost: number): Promise<WaitingMail[]> {
  const { rows } = await database.query<WaitingMail>(
    `with due as materialized (
       select id from mails
       where sent_at is null and given_up_at is null and next_attempt_at <= now()
       order by next_attempt_at limit $1 for update skip locked)
     update mails m set attempts = m.attempts + 1, next_attempt_at = now() + make_interval(mins => $2)
     from due where m.id = due.id
     returning m.id, m.recipient as "to", m.subject, m.body, m.link, m.sealed_link, m.extras, m.attempts`,
    [atMost, leaseMinutes],
  );
  return rows;
}

/** Marks a mail as sent. Deletes the mail's content and recipient, unless the sandbox shows them. The row stays. */
export const markSent = (database: Queryable, id: string, { keepText }: { keepText: boolean }) =>
  database.query(
    `update mails set sent_at = now(), last_error = null${keepText ? '' : `, ${withoutText}, recipient = ''`} where id = $1`,
    [id],
  );

const withoutText = `subject = '', body = '', link = null, sealed_link = null, extras = null`;

/**
 * Schedules the next attempt. After the last attempt, abandons the mail and deletes its content but not its recipient.
 */
export async function markFailed(database: Queryable, { id, attempts }: WaitingMail, reason: string): Promise<void> {
  const wait = waitMinutes[attempts - 1];
  await (wait === undefined
    ? database.query(`update mails set last_error = $2, given_up_at = now(), ${withoutText} where id = $1`, [
        id,
        reason,
      ])
    : database.query(
        'update mails set last_error = $2, next_attempt_at = now() + make_interval(secs => $3) where id = $1',
        [id, reason, wait * 60],
      ));
}

export type StoredMail = Omit<WaitingMail, 'attempts'> & { readonly created_at: Date; readonly sent_at: Date | null };

/** Returns the newest 100 mails, optionally to one address. */
export async function storedMails(database: Queryable, { to }: { to: string | undefined }): Promise<StoredMail[]> {
  const { rows } = await database.query<StoredMail>(
    `select id, recipient as "to", subject, body, link, sealed_link, extras, created_at, sent_at from mails
     where $1::text is null or recipient = $1 order by created_at desc, id desc limit 100`,
    [to],
  );
  return rows;
}

/** Returns one mail; undefined if it does not exist. */
export async function storedMail(database: Queryable, id: string): Promise<StoredMail | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await database.query<StoredMail>(
    `select id, recipient as "to", subject, body, link, sealed_link, extras, created_at, sent_at from mails where id = $1`,
    [id],
  );
  return rows[0];
}
