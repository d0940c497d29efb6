import type { Logger } from 'pino';
import type { Pool } from '../../../platform/database/pool.ts';
import { recurringJob } from '../../../platform/recurring-job.ts';
import { cancellableDelay } from '../../../platform/cancellable-delay.ts';
import { postMessage, type PushPost, type Subscription } from './post-message.ts';
import { PrivateAddress, isPublicAddress } from '../../../platform/http/public-address.ts';
import type { PushKeys } from './push-keys.ts';
import { postSlots, type PostSlots } from '../../../platform/http/post-slots.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly pushKeys: PushKeys;
  /** See `PushPost`. */
  readonly subject: string;
  readonly mayConnectTo?: (address: string) => boolean;
};

const everySeconds = 1;
const maxRounds = 1_000;
/** The attempts take about an hour, with growing pauses. After that the message is outdated. */
const maxAttempts = 6;

export function schedulePushes(dependencies: Dependencies) {
  const slots = postSlots();
  return recurringJob(dependencies, 'deliver-pushes', everySeconds, (signal) =>
    deliverPushes(dependencies, slots, signal),
  );
}

/**
 * Sends pending push messages, one per member at a time. A slow push service delays mostly its own messages. An
 * interrupted message is sent again; browsers show it once because of its tag.
 */
export async function deliverPushes(
  { mayConnectTo = isPublicAddress, ...dependencies }: Dependencies,
  slots: PostSlots,
  signal = new AbortController().signal,
): Promise<void> {
  const active = new Map<string, Promise<void>>();
  const pause = cancellableDelay();
  for (let round = 0; round < maxRounds && !signal.aborted; round++) {
    const waiting = slots.free() > 0 ? await claimWaiting(dependencies.pool, slots, [...active.keys()]) : [];
    if (waiting.length + active.size === 0) return;
    const post = { keys: await dependencies.pushKeys.get(), subject: dependencies.subject, mayConnectTo, signal };
    for (const message of waiting) {
      const { user_id: member } = message;
      active.set(
        member,
        deliver(dependencies, message, post, slots).finally(() => active.delete(member)),
      );
    }
    // New messages do not wait for slow ones while slots are free.
    const more = slots.free() > 0 ? [pause.take(everySeconds * 1_000)] : [];
    await Promise.race([...active.values(), ...more]);
    pause.end();
  }
  await Promise.all(active.values());
}

type Waiting = Subscription & {
  readonly id: string;
  readonly subscription_id: string;
  readonly user_id: string;
  /** The push service: the last two parts of its host name. */
  readonly service: string;
  readonly message: unknown;
  /** The number of attempts, including this one. */
  readonly attempts: number;
};

/**
 * Claims each member's first message while slots are free, except for members in `butOf`. Only browsers with a valid
 * session get messages.
 */
async function claimWaiting(pool: Pool, slots: PostSlots, butOf: readonly string[]): Promise<Waiting[]> {
  const room = slots.room();
  const { rows } = await pool.query<Waiting>(
    `with waiting as (
       select m.id, m.next_attempt_at, s.user_id,
              lower(substring(substring(s.endpoint from '://([^/?#]+)') from '[^.]+[.]?[^.]*$')) as service
       from push_messages m
       join push_subscriptions s on s.id = m.subscription_id
       join member_sessions o on o.id = s.session_id and o.expires_at > now()
       where m.next_attempt_at <= now() and s.user_id <> all ($2)),
     first as (
       select distinct on (user_id) w.*, coalesce(r.room, 1) as room
       from waiting w left join unnest($3::text[], $4::int[]) r (service, room) using (service)
       where coalesce(r.room, 1) > 0 order by user_id, next_attempt_at),
     placed as (
       select *, row_number() over (partition by service order by next_attempt_at) as place from first),
     due as materialized (
       select m.id, p.service from push_messages m join placed p using (id)
       where m.next_attempt_at <= now() and p.place <= p.room
       order by m.next_attempt_at limit $1 for update of m skip locked)
     update push_messages m set attempts = m.attempts + 1,
                                next_attempt_at = now() + make_interval(secs => 60 * 2 ^ m.attempts)
     from due, push_subscriptions s where m.id = due.id and s.id = m.subscription_id
     returning m.id, m.subscription_id, s.user_id, due.service, m.message, m.attempts, s.endpoint, s.p256dh, s.auth`,
    [slots.free(), butOf, [...room.keys()], [...room.values()]],
  );
  return rows;
}

async function deliver(
  { pool, logger }: Dependencies,
  waiting: Waiting,
  post: PushPost,
  slots: PostSlots,
): Promise<void> {
  const { id, subscription_id: subscription, message, attempts } = waiting;
  const outcome = await slots.during(waiting.service, () => send(waiting, JSON.stringify(message), post));
  if (outcome === 'retry' && post.signal.aborted) return; // this node is shutting down
  // Deleting a subscription also deletes its messages.
  if (outcome === 'gone') await pool.query('delete from push_subscriptions where id = $1', [subscription]);
  else if (outcome === 'sent' || outcome === 'rejected' || attempts >= maxAttempts)
    await pool.query('delete from push_messages where id = $1', [id]);
  if (outcome !== 'sent') logger.info({ push: id, attempts, outcome }, 'push message not delivered');
}

type Outcome = 'sent' | 'gone' | 'rejected' | 'retry';

async function send(subscription: Subscription, message: string, post: PushPost): Promise<Outcome> {
  try {
    return outcomeOf(await postMessage(subscription, message, post));
  } catch (error) {
    return error instanceof PrivateAddress ? 'gone' : 'retry';
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  // The browser has removed its subscription.
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'retry' : 'rejected';
}
