import type { Logger } from 'pino';
import type { Pool } from '../../../platform/database/pool.ts';
import { recurringJob } from '../../../platform/recurring-job.ts';
import { wakefulPause } from '../../../platform/wakeful-pause.ts';
import { postMessage, type PushPost, type Subscription } from './post-message.ts';
import { InnerAddress, isPublicAddress } from './public-address.ts';
import type { PushKeys } from './push-keys.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly pushKeys: PushKeys;
  /** See `PushPost`. */
  readonly subject: string;
  readonly mayConnectTo?: (address: string) => boolean;
};

const everySeconds = 1;
const atOnce = 20;
const roundsPerRun = 1_000;
/** Over an hour, with more and more time in between; then it is no news any more. */
const mostAttempts = 6;

export const schedulePushes = (dependencies: Dependencies) =>
  recurringJob(dependencies, 'deliver-pushes', everySeconds, (signal) => deliverPushes(dependencies, signal));

/**
 * Sends what waits, of each member one message at a time: whose push service does not answer keeps only their own
 * waiting. A message whose node dies or stops in between is sent again; browsers show it once, by its tag.
 */
export async function deliverPushes(
  { mayConnectTo = isPublicAddress, ...dependencies }: Dependencies,
  signal = new AbortController().signal,
): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const pause = wakefulPause();
  for (let round = 0; round < roundsPerRun && !signal.aborted; round++) {
    const waiting = await claimWaiting(dependencies.pool, atOnce - underWay.size, [...underWay.keys()]);
    if (waiting.length + underWay.size === 0) return;
    const post = { keys: await dependencies.pushKeys.get(), subject: dependencies.subject, mayConnectTo, signal };
    for (const message of waiting) {
      const { user_id: member } = message;
      underWay.set(
        member,
        deliver(dependencies, message, post).finally(() => underWay.delete(member)),
      );
    }
    // What comes to wait meanwhile does not wait for those who are slow.
    await Promise.race([...underWay.values(), pause.take(everySeconds * 1_000)]);
    pause.end();
  }
  await Promise.all(underWay.values());
}

type Waiting = Subscription & {
  readonly id: string;
  readonly subscription_id: string;
  readonly user_id: string;
  readonly message: unknown;
  /** This one included. */
  readonly attempts: number;
};

/** The first of each member but these. Only to browsers whose session still runs. */
async function claimWaiting(pool: Pool, atMost: number, butOf: readonly string[]): Promise<Waiting[]> {
  const { rows } = await pool.query<Waiting>(
    `with first as (
       select distinct on (s.user_id) m.id from push_messages m
       join push_subscriptions s on s.id = m.subscription_id
       join sessions o on o.id = s.session_id and o.expires_at > now()
       where m.next_attempt_at <= now() and s.user_id <> all ($2) order by s.user_id, m.next_attempt_at),
     due as materialized (
       select m.id from push_messages m join first using (id)
       where m.next_attempt_at <= now() order by m.next_attempt_at limit $1 for update of m skip locked)
     update push_messages m set attempts = m.attempts + 1,
                                next_attempt_at = now() + make_interval(secs => 60 * 2 ^ m.attempts)
     from due, push_subscriptions s where m.id = due.id and s.id = m.subscription_id
     returning m.id, m.subscription_id, s.user_id, m.message, m.attempts, s.endpoint, s.p256dh, s.auth`,
    [atMost, butOf],
  );
  return rows;
}

async function deliver({ pool, logger }: Dependencies, waiting: Waiting, post: PushPost): Promise<void> {
  const { id, subscription_id: subscription, message, attempts } = waiting;
  const outcome = await send(waiting, JSON.stringify(message), post);
  if (outcome === 'not now' && post.signal.aborted) return; // it was this node that broke off
  // Its messages go with it.
  if (outcome === 'gone') await pool.query('delete from push_subscriptions where id = $1', [subscription]);
  else if (outcome === 'sent' || outcome === 'refused' || attempts >= mostAttempts)
    await pool.query('delete from push_messages where id = $1', [id]);
  if (outcome !== 'sent') logger.info({ push: id, attempts, outcome }, 'a push message did not get through');
}

type Outcome = 'sent' | 'gone' | 'refused' | 'not now';

async function send(subscription: Subscription, message: string, post: PushPost): Promise<Outcome> {
  try {
    return outcomeOf(await postMessage(subscription, message, post));
  } catch (error) {
    return error instanceof InnerAddress ? 'gone' : 'not now';
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  // The browser has taken its subscription back.
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'not now' : 'refused';
}
