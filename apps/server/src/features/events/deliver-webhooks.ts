import type { KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Resolve } from '../../platform/http/public-address.ts';
import type { Logger } from 'pino';
import { cancellableDelay } from '../../platform/cancellable-delay.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { postSlots, type PostSlots } from '../../platform/http/post-slots.ts';
import { busyWithRequests, pace, type Pace } from '../../platform/pace.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import type { Vault } from '../../platform/vault.ts';
import { claimDeliveries, releaseDeliveries, type ClaimedDelivery, type Series } from './claim-deliveries.ts';
import { connectReceiver, NoAnswer, type ReceiverConnection, type WebhookAnswer } from './post-webhook.ts';
import { mayConnectTo, type WebhookReach } from './reach.ts';
import { attemptRecorder, isDelivered, type Attempt } from './record-attempt.ts';
import { signedHeaders } from './sign.ts';
import type { SigningKeys } from './signing-keys.ts';

export type DeliverySources = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly logger: Logger;
  readonly signingKeys: SigningKeys;
  readonly webhookReach: WebhookReach;
  /** Resolves the names of receivers. Default: the resolver of the machine. */
  readonly resolve?: Resolve;
  /** Waits before each delivery. Default: no wait. */
  readonly wait?: Pace;
};

const everySeconds = 0.5;
const maxRounds = 10_000;
/** Deliveries that end within this time share the next claim. */
const gatherMs = 5;
/** Much shorter than a claim, because the last attempt of a series can take ten seconds more. */
const maxSeriesMs = 5_000;
/**
 * The maximum number of deliveries per second while members' requests keep the process busy. 10,000 deliveries take 56
 * seconds.
 */
const busyPerSecond = 180;
/** Deliveries in bursts share claims, connections and records, and cost a quarter less than single deliveries. */
const burst = 50;

type Requests = { readonly requestsInFlight: () => number };

export function scheduleDeliveries({ requestsInFlight, ...sources }: DeliverySources & Requests) {
  const slots = postSlots();
  const paced = { ...sources, wait: pace(busyPerSecond, busyWithRequests(requestsInFlight), { burst }) };
  return recurringJob(sources, 'deliver-webhooks', everySeconds, (signal) => deliverWebhooks(paced, slots, signal));
}

/**
 * Makes all due deliveries. Any number of nodes do so at once, and one node makes each delivery. A slow receiver delays
 * its own deliveries only. An interrupted delivery is made again, so receivers must ignore an id that they know.
 */
export async function deliverWebhooks(
  sources: DeliverySources,
  slots: PostSlots,
  signal = new AbortController().signal,
): Promise<void> {
  const active = new Set<Promise<void>>();
  const errors = new Set<unknown>(); // deliveries that are recorded together have the same one
  const pause = cancellableDelay();
  const recorder = attemptRecorder(sources.pool);
  const record: RecordAttempt = (delivery, result) =>
    recorder(delivery, result).catch((error) => void errors.add(error));
  for (let round = 0; round < maxRounds && !signal.aborted; round++) {
    const claimed = slots.free() > 0 ? await claimDeliveries(sources, slots) : [];
    if (claimed.length + active.size === 0) break;
    const { privateKey } = await sources.signingKeys.get();
    for (const series of claimed) {
      const done = makeSeries(sources, series, { slots, record, privateKey, signal })
        .catch((error: unknown) => void errors.add(error))
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
  if (errors.size > 0) throw errors.size === 1 ? [...errors][0] : new AggregateError(errors, 'some deliveries failed');
}

type RecordAttempt = ReturnType<typeof attemptRecorder>;

type Means = {
  readonly slots: PostSlots;
  readonly record: RecordAttempt;
  readonly privateKey: KeyObject;
  readonly signal: AbortSignal;
};

/**
 * Makes deliveries over one connection. After a failure, a slow answer or five seconds, it releases the remaining
 * deliveries.
 */
async function makeSeries(sources: DeliverySources, series: Series, means: Means): Promise<void> {
  const { pool, webhookReach, resolve, wait } = sources;
  const { slots, record, signal } = means;
  const [{ webhookId, url }] = series;
  const receiver = connectReceiver({ url, mayConnectTo: mayConnectTo(webhookReach), resolve, signal });
  const endsAt = performance.now() + maxSeriesMs;
  const recorded: Promise<void>[] = [];
  const rest = [...series];
  const makeAll = async () => {
    for (let isPrompt = true; isPrompt && rest.length > 0 && performance.now() < endsAt;) {
      await wait?.(1);
      const delivery = signal.aborted ? undefined : rest.shift();
      const result = delivery && (await slots.timed(webhookId, () => attempt(sources, receiver, delivery, means)));
      if (!delivery || !result) return;
      recorded.push(record(delivery, result));
      isPrompt = isDelivered(result) && slots.isPrompt(webhookId);
    }
  };
  await slots.hold(webhookId, makeAll).finally(() => receiver.close());
  await Promise.all([...recorded, releaseDeliveries(pool, rest)]);
}

/** Returns undefined if this node stops. */
async function attempt(
  { logger }: DeliverySources,
  receiver: ReceiverConnection,
  { id, eventId, url, secrets, body, attempts }: ClaimedDelivery,
  { privateKey, signal }: Means,
): Promise<Attempt | undefined> {
  const at = new Date();
  const began = performance.now();
  const headers = signedHeaders({ id: eventId, at, body }, { secrets, privateKey });
  const result = await receiver.post({ headers, body }).catch((error: unknown) => error);
  if (result instanceof Error && signal.aborted) return undefined;
  const about = { at, url, tookMs: Math.round(performance.now() - began) };
  if (isAnswer(result)) return { ...about, ...result, error: result.status === 101 ? switched : undefined };
  logger.info({ webhook_delivery: id, attempts, err: result }, 'a webhook was not delivered');
  return { ...about, status: undefined, text: '', retryAfterSeconds: undefined, error: reasonOf(result) };
}

const switched = 'Webhooks do not switch protocols. Answer with a status of 200 to 299.';

const isAnswer = (result: unknown): result is WebhookAnswer =>
  typeof result === 'object' && result !== null && !(result instanceof Error) && 'status' in result;

/** Returns a sentence for the member. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The connection failed.';
  if (error instanceof NoAnswer) return 'No answer within 10 seconds.';
  return error.message === '' ? 'The connection failed.' : error.message.slice(0, 300);
}
