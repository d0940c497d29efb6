import type { Logger } from 'pino';
import type { Pool } from '../../platform/database/pool.ts';
import { sendInBatches } from '../../platform/send-in-batches.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import type { TextSender } from '../../providers/text-sender/text-sender.ts';
import { withBrand, type Letterhead, type MailLinks } from '../mail/index.ts';
import { aboutText } from './queue-text.ts';
import { claimWaiting, markFailed, markSent, type WaitingText } from './text-store.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly texts: TextSender;
  readonly logger: Logger;
  readonly mode: 'sandbox' | 'live';
  readonly mailLinks: MailLinks;
  readonly letterhead: Letterhead;
};

const intervalSeconds = 0.5;

export const scheduleTexts = (dependencies: Dependencies) =>
  recurringJob(dependencies, 'deliver-texts', intervalSeconds, (signal) => deliverTexts(dependencies, signal));

/**
 * Sends the texts that are due. If a node stops before it records a sent text, another node sends the text again with
 * the same id.
 */
export async function deliverTexts(dependencies: Dependencies, signal?: AbortSignal): Promise<void> {
  await sendInBatches(
    (atMost) => claimWaiting(dependencies.pool, atMost),
    (waiting) => deliver(dependencies, waiting),
    signal,
  );
}

async function deliver(dependencies: Dependencies, waiting: WaitingText): Promise<void> {
  const { pool, texts, logger, mode, mailLinks, letterhead } = dependencies;
  const { id, to } = waiting;
  try {
    await texts.send({ id, to, text: withBrand(mailLinks.decrypt(aboutText(id), waiting.sealed_body), letterhead) });
  } catch (error) {
    const reason = reasonOf(error, to);
    await markFailed(pool, waiting, reason);
    logger.warn({ text: id, attempts: waiting.attempts, reason }, 'cannot send a text message');
    return;
  }
  await markSent(pool, id, { keepText: mode === 'sandbox' });
}

const maxReasonLength = 300;

/** Returns the error without numbers, codes and links, because a gateway may repeat the rejected text in its error. */
const reasonOf = (error: unknown, to: string) =>
  String(error)
    .replaceAll(to, '(number)')
    .replaceAll(/\w+:\/\/\S+/g, '(link)')
    .replaceAll(/\+?\d{6,}/g, '(digits)')
    .slice(0, maxReasonLength);
