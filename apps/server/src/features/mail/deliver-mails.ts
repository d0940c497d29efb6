import type { Logger } from 'pino';
import type { Pool } from '../../platform/database/pool.ts';
import { sendInBatches } from '../../platform/send-in-batches.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import type { Mailer } from '../../providers/mailer/mailer.ts';
import { asHtml } from './letter-html.ts';
import { asText, withBrand, type Letterhead } from './letter.ts';
import { logoCid, logoOf } from './logo.ts';
import type { MailLinks } from './mail-links.ts';
import { claimWaiting, markFailed, markSent, type WaitingMail } from './mail-store.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly mailer: Mailer;
  readonly logger: Logger;
  readonly mode: 'sandbox' | 'live';
  readonly mailLinks: MailLinks;
  readonly letterhead: Letterhead;
};

const intervalSeconds = 0.5;

export const scheduleMails = (dependencies: Dependencies) =>
  recurringJob(dependencies, 'deliver-mails', intervalSeconds, (signal) => deliverMails(dependencies, signal));

/**
 * Sends the mails that are due. If a node stops before it records a sent mail, another node sends the mail again with
 * the same message id.
 */
export async function deliverMails(dependencies: Dependencies, signal?: AbortSignal): Promise<void> {
  await sendInBatches(
    (atMost) => claimWaiting(dependencies.pool, atMost),
    (waiting) => deliver(dependencies, waiting),
    signal,
  );
}

async function deliver(dependencies: Dependencies, mail: WaitingMail): Promise<void> {
  const { pool, mailer, logger, mode, mailLinks, letterhead } = dependencies;
  const { id, to, subject } = mail;
  try {
    const letter = { ...mail, link: mailLinks.linkOf(mail) };
    const text = asText(letter, letterhead);
    const png = logoOf(letterhead);
    const html = asHtml(letter, letterhead, png && `cid:${logoCid}`);
    const inline = png ? [{ cid: logoCid, png }] : [];
    await mailer.send({ id, to, subject: withBrand(subject, letterhead), text, html, inline });
  } catch (error) {
    const reason = reasonOf(error);
    await markFailed(pool, mail, reason);
    logger.warn({ mail: id, attempts: mail.attempts, reason }, 'cannot send a mail');
    return;
  }
  await markSent(pool, id, { keepText: mode === 'sandbox' });
}

const maxReasonLength = 300;

/**
 * Returns the error without links and addresses, because a mail server may repeat the rejected mail in its error. A
 * link can contain a key to an account.
 */
const reasonOf = (error: unknown) =>
  String(error)
    .replaceAll(/\w+:\/\/\S+/g, '(link)')
    .replaceAll(/\S+@\S+/g, '(address)')
    .slice(0, maxReasonLength);
