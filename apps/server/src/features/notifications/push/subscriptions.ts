import { uuidv7 } from 'uuidv7';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { countUse, type UseLimit } from '../../../platform/use-counts.ts';
import type { SignedIn } from '../../identity/index.ts';
import { isPushServiceUrl } from './push-service-url.ts';
import type { Subscription } from './post-message.ts';

/** Older subscriptions are deleted. */
const maxPerMember = 10;

const addsPerDay: UseLimit = {
  use: 'push-subscription',
  max: 100,
  seconds: 24 * 3_600,
  sentence: 'You turned on push messages 100 times in 24 hours. Try again tomorrow.',
};

/**
 * Sends the member's notifications to this browser until the session ends. An endpoint of another member moves only
 * together with its keys, which only the browser knows. Knowing an endpoint's address is thus not enough to take over
 * the endpoint. Errors: `invalid_request` if the endpoint is no push service, `push_endpoint_taken`,
 * `too_many_requests`.
 */
export async function addSubscription(
  { pool, rateLimits }: { readonly pool: Pool; readonly rateLimits: boolean },
  { id, sessionId }: SignedIn,
  { endpoint, p256dh, auth }: Subscription,
): Promise<void> {
  if (!isPushServiceUrl(endpoint) || !isKey(p256dh, 65) || !isKey(auth, 16))
    throw new Refusal('invalid_request', 'This address is not a push service.', {
      fields: { endpoint: 'This address is not a push service.' },
    });
  await transact(pool, async (tx) => {
    if (await isKnown(tx, { sessionId, endpoint, p256dh, auth })) return;
    if (rateLimits) await countUse(tx, id, addsPerDay);
    // Pending messages of the browser's earlier member must not reach the new member.
    await tx.query(
      'delete from push_subscriptions where endpoint = $1 and user_id <> $2 and p256dh = $3 and auth = $4',
      [endpoint, id, p256dh, auth],
    );
    const { rowCount } = await tx.query(
      `insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth) values ($1, $2, $3, $4, $5, $6)
       on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
         p256dh = excluded.p256dh, auth = excluded.auth, created_at = now()
       where push_subscriptions.user_id = excluded.user_id`,
      [uuidv7(), id, sessionId, endpoint, p256dh, auth],
    );
    if (rowCount === 0) throw taken();
    await tx.query(
      `delete from push_subscriptions where id in
         (select id from push_subscriptions where user_id = $1 order by created_at desc, id desc offset $2)`,
      [id, maxPerMember],
    );
  });
}

const taken = () =>
  new Refusal('push_endpoint_taken', 'This browser is registered for another account. Turn push messages on again.');

/** Returns true for an unchanged subscription: pages register again on each load. */
async function isKnown(
  tx: Queryable,
  { sessionId, endpoint, p256dh, auth }: Subscription & { readonly sessionId: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from push_subscriptions where session_id = $1 and endpoint = $2 and p256dh = $3 and auth = $4',
    [sessionId, endpoint, p256dh, auth],
  );
  return rowCount === 1;
}

const isKey = (text: string, bytes: number) =>
  /^[\w-]+=*$/.test(text) && Buffer.from(text, 'base64url').length === bytes;

export async function removeSubscription(database: Queryable, memberId: string, endpoint: string): Promise<void> {
  await database.query('delete from push_subscriptions where user_id = $1 and endpoint = $2', [memberId, endpoint]);
}
