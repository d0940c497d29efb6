import type { Pool } from '../../platform/database/pool.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import type { WebhookAnswer } from './post-webhook.ts';
import { retryDays, retrySeconds, webhookPauseSeconds } from './retries.ts';

export type Attempt = Omit<WebhookAnswer, 'status'> & {
  readonly at: Date;
  readonly tookMs: number;
  readonly url: string;
  /** Undefined without an answer. */
  readonly status: number | undefined;
  readonly error: string | undefined;
};

/**
 * Records an attempt and its outcome. It changes nothing if the claim ended before and another node makes the delivery.
 * The commit does not wait for the disk: a delivery lost in a crash is made again.
 */
export async function recordAttempt(
  pool: Pool,
  { id, webhookId, attempts, claimedAt }: ClaimedDelivery,
  { at, tookMs, url, status, error, text, retryAfterSeconds }: Attempt,
): Promise<void> {
  const isDelivered = status !== undefined && status >= 200 && status < 300;
  const about = [id, attempts, at, tookMs, url, status, error, text];
  if (isDelivered) await pool.query({ name: 'delivered', text: deliveredText, values: [...about, webhookId] });
  else
    await pool.query({
      name: 'not-delivered',
      text: failedText,
      values: [
        ...about,
        webhookId,
        retrySeconds(attempts, retryAfterSeconds),
        webhookPauseSeconds(retryAfterSeconds),
        retryDays,
        claimedAt,
      ],
    });
}

const insertAttempt = `
  insert into webhook_attempts (delivery_id, attempted_at, took_ms, url, status, error, answer)
  select id, $3, $4, $5, $6, $7, $8 from ended`;

const deliveredText = `
  with ended as (
    update webhook_deliveries set state = 'delivered' from set_config('synchronous_commit', 'off', true)
    where id = $1 and attempts = $2 and state = 'waiting' returning id),
  attempt as (${insertAttempt})
  update webhooks set failures = 0, failing_since = null, next_attempt_at = null, warned_at = null
  where id = $9 and failures > 0 and exists (select from ended)`;

const failedText = `
  with ended as (
    update webhook_deliveries set
      state = case when created_at < now() - make_interval(days => $12) then 'failed' else 'waiting' end,
      due_at = now() + make_interval(secs => $10)
    from set_config('synchronous_commit', 'off', true)
    where id = $1 and attempts = $2 and state = 'waiting' returning id),
  attempt as (${insertAttempt}),
  counted as (
    select failures + case when failed_at > $13 then 0 else 1 end as failures from webhooks where id = $9)
  update webhooks w set
    failures = c.failures, failed_at = now(), failing_since = coalesce(w.failing_since, now()),
    next_attempt_at = now() + make_interval(secs => ($11::float8[])[least(c.failures, cardinality($11::float8[]))])
  from counted c where w.id = $9 and exists (select from ended)`;
