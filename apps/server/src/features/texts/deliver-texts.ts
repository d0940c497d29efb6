import type { Logger } from 'pino';
import type { Pool } from '../../platform/database/pool.ts';
import { sendInBatches } from '../../platform/send-in-batches.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import type { TextSender } from '../../providers/text-sender/text-sender.ts';
import type { MailLinks } from '../mail/index.ts';
import { aboutText } from './queue-text.ts';
import { claimWaiting, markFailed, markSent, type WaitingText } from './text-store.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly texts: TextSender;
  readonly logger: Logger;
  readonly mode: 'sandbox' | 'live';
  readonly mailLinks: MailLinks;
};

const everySeconds = 0.5;

export const scheduleTexts = (dependencies: Dependencies) =>
  recurringJob(dependencies, 'deliver-texts', everySeconds, (signal) => deliverTexts(dependencies, signal));

/** Sends what waits. A text whose node dies in between is sent again, under the same id. */
export async function deliverTexts(dependencies: Dependencies, signal?: AbortSignal): Promise<void> {
  await sendInBatches(
    (atMost) => claimWaiting(dependencies.pool, atMost),
    (waiting) => deliver(dependencies, waiting),
    signal,
  );
}

async function deliver(dependencies: Dependencies, waiting: WaitingText): Promise<void> {
  const { pool, texts, logger, mode, mailLinks } = dependencies;
  const { id, to } = waiting;
  try {
    await texts.send({ id, to, text: mailLinks.open(aboutText(id), waiting.sealed_body) });
  } catch (error) {
    const reason = reasonOf(error, to);
    await markFailed(pool, waiting, reason);
    logger.warn({ text: id, attempts: waiting.attempts, reason }, 'a text message could not be sent');
    return;
  }
  await markSent(pool, id, { keepText: mode === 'sandbox' });
}

const longestReason = 300;

/** A gateway may repeat what it refuses: numbers, codes and addresses are left out. */
const reasonOf = (error: unknown, to: string) =>
  String(error)
    .replaceAll(to, '(number)')
    .replaceAll(/\w+:\/\/\S+/g, '(link)')
    .replaceAll(/\+?\d{6,}/g, '(digits)')
    .slice(0, longestReason);
