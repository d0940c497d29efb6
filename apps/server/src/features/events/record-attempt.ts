import { batchLoader } from '../../platform/database/batch-loader.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { withRetry } from '../../platform/database/transact.ts';
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

export const isDelivered = ({ status }: Attempt): boolean => status !== undefined && status >= 200 && status < 300;

/**
 * Deliveries that end within this time share a statement. The time is far shorter than the remaining time of their
 * claims.
 */
const gatherMs = 20;

type Made = { readonly delivery: ClaimedDelivery; readonly attempt: Attempt };

/**
 * Returns a function that records an attempt and its outcome. The function changes nothing if the claim ended before
 * and another node makes the delivery. The commit does not wait for the disk: a delivery lost in a crash is made again.
 * Deliveries that end together share one statement.
 */
export function attemptRecorder(pool: Pool) {
  const recordDelivered = batchLoader<Made, true>(async (all) => {
    await withRetry(() => writeDelivered(pool, all));
    return new Map<Made, true>();
  }, gatherMs);
  return async (delivery: ClaimedDelivery, attempt: Attempt): Promise<void> => {
    if (isDelivered(attempt)) await recordDelivered({ delivery, attempt });
    else await writeFailed(pool, { delivery, attempt });
  };
}

const writeDelivered = (pool: Pool, all: readonly Made[]) =>
  pool.query({
    text: deliveredText, // without a name, as in claim-deliveries.ts
    values: [
      all.map(({ delivery }) => delivery.id),
      all.map(({ delivery }) => delivery.attempts),
      all.map(({ attempt }) => attempt.at),
      all.map(({ attempt }) => attempt.tookMs),
      all.map(({ attempt }) => attempt.url),
      all.map(({ attempt }) => attempt.status),
      all.map(({ attempt }) => attempt.text),
    ],
  });

async function writeFailed(pool: Pool, { delivery, attempt }: Made): Promise<void> {
  const { id, webhookId, attempts, claimedAt } = delivery;
  const { at, tookMs, url, status, error, text, retryAfterSeconds } = attempt;
  await pool.query({
    name: 'not-delivered',
    text: failedText,
    values: [
      id,
      attempts,
      at,
      tookMs,
      url,
      status,
      error,
      text,
      webhookId,
      retrySeconds(attempts, retryAfterSeconds),
      webhookPauseSeconds(retryAfterSeconds),
      retryDays,
      claimedAt,
    ],
  });
}

const deliveredText = `
  with made as (
    select * from unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::int[], $5::text[], $6::int[], $7::text[])
      m (id, attempts, at, took_ms, url, status, answer)),
  ended as (
    update webhook_deliveries d set state = 'delivered'
    from made m, set_config('synchronous_commit', 'off', true)
    where d.id = m.id and d.attempts = m.attempts and d.state = 'waiting' returning d.id, d.webhook_id),
  attempt as (
    insert into webhook_attempts (delivery_id, attempted_at, took_ms, url, status, answer)
    select id, at, took_ms, url, status, answer from made join ended using (id))
  update webhooks set failures = 0, failing_since = null, next_attempt_at = null, warned_at = null
  where failures > 0 and id in (select webhook_id from ended)`;

const failedText = `
  with ended as (
    update webhook_deliveries set
      state = case when created_at < now() - make_interval(days => $12) then 'failed' else 'waiting' end,
      due_at = now() + make_interval(secs => $10)
    from set_config('synchronous_commit', 'off', true)
    where id = $1 and attempts = $2 and state = 'waiting' returning id),
  attempt as (
    insert into webhook_attempts (delivery_id, attempted_at, took_ms, url, status, error, answer)
    select id, $3, $4, $5, $6, $7, $8 from ended),
  counted as (
    select failures + case when failed_at > $13 then 0 else 1 end as failures from webhooks where id = $9)
  update webhooks w set
    failures = c.failures, failed_at = now(), failing_since = coalesce(w.failing_since, now()),
    next_attempt_at = now() + make_interval(secs => ($11::float8[])[least(c.failures, cardinality($11::float8[]))])
  from counted c where w.id = $9 and exists (select from ended)`;
