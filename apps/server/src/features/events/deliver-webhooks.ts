import type { KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Resolve } from '../../platform/http/public-address.ts';
import type { Logger } from 'pino';
import { cancellableDelay } from '../../platform/cancellable-delay.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { postSlots, type PostSlots } from '../../platform/http/post-slots.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import type { Vault } from '../../platform/vault.ts';
import { claimDeliveries, type ClaimedDelivery } from './claim-deliveries.ts';
import { postWebhook, type WebhookAnswer } from './post-webhook.ts';
import { mayConnectTo, type WebhookReach } from './reach.ts';
import { attemptRecorder, type Attempt } from './record-attempt.ts';
import { signedHeaders } from './sign.ts';
import type { SigningKeys } from './signing-keys.ts';

export type DeliverySources = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly logger: Logger;
  readonly signingKeys: SigningKeys;
  readonly webhookReach: WebhookReach;
  /** Resolves the names of receivers. Default: as the machine does. */
  readonly resolve?: Resolve;
};

const everySeconds = 0.5;
const maxRounds = 10_000;
/** Deliveries that end within this time share the next claim. */
const gatherMs = 5;

export function scheduleDeliveries(sources: DeliverySources) {
  const slots = postSlots();
  return recurringJob(sources, 'deliver-webhooks', everySeconds, (signal) => deliverWebhooks(sources, slots, signal));
}

/**
 * Makes all due deliveries. Any number of nodes do so at once, and each delivery is made by one of them. A slow receiver
 * delays its own deliveries only. An interrupted delivery is made again, so receivers must ignore an id that they know.
 */
export async function deliverWebhooks(
  sources: DeliverySources,
  slots: PostSlots,
  signal = new AbortController().signal,
): Promise<void> {
  const active = new Set<Promise<void>>();
  const errors: unknown[] = [];
  const pause = cancellableDelay();
  const record = attemptRecorder(sources.pool);
  for (let round = 0; round < maxRounds && !signal.aborted; round++) {
    const claimed = slots.free() > 0 ? await claimDeliveries(sources, slots) : [];
    if (claimed.length + active.size === 0) break;
    const { privateKey } = await sources.signingKeys.get();
    for (const delivery of claimed) {
      const done = slots
        .during(delivery.webhookId, () => attempt(sources, delivery, { privateKey, signal }))
        .then((result) => (result ? record(delivery, result) : undefined))
        .catch((error: unknown) => void errors.push(error))
        .finally(() => active.delete(done));
      active.add(done);
    }
    // New deliveries do not wait for slow receivers.
    const more = slots.free() > 0 ? [pause.take(everySeconds * 1_000)] : [];
    await Promise.race([...active, ...more]);
    pause.end();
    await sleep(gatherMs);
  }
  await Promise.all(active);
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors, 'some deliveries failed');
}

type Signing = { readonly privateKey: KeyObject; readonly signal: AbortSignal };

/** Returns undefined if this node stops. */
async function attempt(
  { logger, webhookReach, resolve }: DeliverySources,
  { id, eventId, url, secrets, body, attempts }: ClaimedDelivery,
  { privateKey, signal }: Signing,
): Promise<Attempt | undefined> {
  const at = new Date();
  const began = performance.now();
  const headers = signedHeaders({ id: eventId, at, body }, { secrets, privateKey });
  const result = await postWebhook({
    url,
    headers,
    body,
    mayConnectTo: mayConnectTo(webhookReach),
    resolve,
    signal,
  }).catch((error: unknown) => error);
  if (result instanceof Error && signal.aborted) return undefined;
  const about = { at, url, tookMs: Math.round(performance.now() - began) };
  if (isAnswer(result)) return { ...about, ...result, error: undefined };
  logger.info({ webhook_delivery: id, attempts, err: result }, 'a webhook was not delivered');
  return { ...about, status: undefined, text: '', retryAfterSeconds: undefined, error: reasonOf(result) };
}

const isAnswer = (result: unknown): result is WebhookAnswer =>
  typeof result === 'object' && result !== null && !(result instanceof Error) && 'status' in result;

/** Returns a sentence for the member. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The connection failed.';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'No answer within 10 seconds.';
  return error.message === '' ? 'The connection failed.' : error.message.slice(0, 300);
}
