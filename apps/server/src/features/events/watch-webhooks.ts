import type { Logger } from 'pino';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { recordChange } from '../identity/index.ts';
import { queueMail } from '../mail/index.ts';
import { retryDays } from './retries.ts';
import { disableWebhooks } from './webhooks.ts';

type Dependencies = { readonly pool: Pool; readonly publicUrl: string };

const everySeconds = 60;
const warnAfterHours = 24;
const giveUpAfterDays = 5;
/** The time during which deliveries and attempts are listed. The events stay in the event log. */
const listedDays = 30;

export const scheduleWebhookWatch = (dependencies: Dependencies & { readonly logger: Logger }) =>
  recurringJob(dependencies, 'watch-webhooks', everySeconds, () => watchWebhooks(dependencies));

/**
 * Mails members whose webhooks have failed for 24 hours, and disables webhooks that have failed for five days. Ends
 * deliveries after three days, and deletes deliveries after 30 days.
 */
export async function watchWebhooks({ pool, publicUrl }: Dependencies): Promise<void> {
  await transact(pool, async (tx) => {
    await warn(tx, publicUrl);
    await giveUp(tx, publicUrl);
  });
  await pool.query(
    `update webhook_deliveries set state = 'failed'
     where state = 'waiting' and created_at < now() - make_interval(days => $1) and due_at <= now()`,
    [retryDays],
  );
  await pool.query(
    `delete from webhook_deliveries where state <> 'waiting' and created_at < now() - make_interval(days => $1)`,
    [listedDays],
  );
}

type Failing = { id: string; url: string; user_id: string; email: string; failing_since: Date };

async function warn(tx: Queryable, publicUrl: string): Promise<void> {
  const { rows } = await tx.query<Failing>(
    `update webhooks w set warned_at = now() from people p
     where p.id = w.user_id and w.warned_at is null and w.disabled_at is null
       and w.failing_since <= now() - make_interval(hours => $1)
     returning w.id, w.url, w.user_id, p.email, w.failing_since`,
    [warnAfterHours],
  );
  for (const webhook of rows)
    await tell(tx, webhook, publicUrl, {
      subject: 'A webhook of your account is failing',
      body: `Your webhook at ${hostOf(webhook)} has not accepted an event for ${warnAfterHours} hours. We keep trying. If it fails for ${giveUpAfterDays} days, we disable it.`,
    });
}

async function giveUp(tx: Queryable, publicUrl: string): Promise<void> {
  const { rows } = await tx.query<Failing>(
    `update webhooks w set given_up_at = now(), disabled_at = now() from people p
     where p.id = w.user_id and w.disabled_at is null and w.failing_since <= now() - make_interval(days => $1)
     returning w.id, w.url, w.user_id, p.email, w.failing_since`,
    [giveUpAfterDays],
  );
  await disableWebhooks(
    tx,
    rows.map(({ id }) => id),
  );
  for (const webhook of rows)
    await tell(tx, webhook, publicUrl, {
      subject: 'A webhook of your account is disabled',
      body: `Your webhook at ${hostOf(webhook)} has not accepted an event for ${giveUpAfterDays} days. We disabled it. Your events are not lost: enable the webhook and replay them, or read the event log.`,
    });
}

async function tell(
  tx: Queryable,
  { id, user_id: member, email, failing_since: since }: Failing,
  publicUrl: string,
  { subject, body }: { readonly subject: string; readonly body: string },
): Promise<void> {
  const once = `${subject} ${id} ${since.toISOString()}`;
  const link = { publicUrl, memberId: member, path: '/developers' };
  await queueMail(tx, { to: email, subject, body, link, button: 'Open webhooks', once });
  await recordChange(tx, [member], 'account');
}

const hostOf = ({ url }: Failing) => new URL(url).host;
