import { secretGraceHours, webhooksMaximum, type EventType, type Webhook } from '@florin/contract';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  assertStillSignedIn,
  mailSecurityNews,
  personOf,
  recordChange,
  type Member,
  type SignedIn,
} from '../identity/index.ts';
import { lockParty } from './event-store.ts';
import { isWebhookUrl, type WebhookReach } from './reach.ts';
import { startRecording, type EventSources } from './record-events.ts';
import { newSecret, secretPurpose } from './sign.ts';
import { findWebhook, noWebhook } from './webhook-view.ts';

type Dependencies = Pick<EventSources, 'pool' | 'vault'> & { readonly webhookReach: WebhookReach };

type NewWebhook = { readonly url: string; readonly description: string; readonly types: readonly EventType[] };

type WithSecret = { webhook: Webhook; secret: string };

/**
 * Adds a webhook that gets the member's events from now on, and mails the member about the webhook. Errors:
 * `webhook_address` for a URL that is not on the public internet, `webhooks_full`.
 */
export async function addWebhook(
  { pool, vault, webhookReach }: Dependencies,
  member: SignedIn,
  { url, description, types }: NewWebhook,
): Promise<WithSecret> {
  assertUrl(url, webhookReach);
  await startRecording({ pool, vault }, member.id);
  const [id, secret] = [uuidv7(), newSecret()];
  return transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member); // a webhook would outlive a password reset
    // Without the lock, an event could be recorded at the same time and reach no webhook.
    await lockParty(tx, member.id);
    const { rows } = await tx.query<{ count: number }>(
      'select count(*)::int as count from webhooks where user_id = $1',
      [member.id],
    );
    if ((rows[0]?.count ?? 0) >= webhooksMaximum)
      throw new Refusal('webhooks_full', `You can have at most ${webhooksMaximum} webhooks. Remove one first.`);
    await tx.query(
      `insert into webhooks (id, user_id, url, description, types, sealed_secret, set_by, active_since)
       values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())`,
      [
        id,
        member.id,
        url,
        description,
        [...new Set(types)],
        await vault.encrypt(tx, member.id, secretPurpose, secret),
        personOf(member),
      ],
    );
    await mailSecurityNews(tx, member.email, 'webhookAdded', addressOf(url));
    await recordChange(tx, [member.id], 'account');
    return { webhook: await findWebhook(tx, member.id, id), secret };
  });
}

const addressOf = (url: string) => `Its address is ${new URL(url).host}.`;

type Change = {
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  readonly types?: readonly EventType[] | undefined;
  readonly enabled?: boolean | undefined;
};

/**
 * Changes the given properties. A disabled webhook gets nothing, and its waiting deliveries end. Enabling a webhook
 * again resets its failures. The member gets a mail about a new address. Errors: `webhook_not_found`,
 * `webhook_address`.
 */
export async function changeWebhook(
  { pool, webhookReach }: Dependencies,
  member: SignedIn,
  id: string,
  { url, description, types, enabled }: Change,
): Promise<Webhook> {
  if (url !== undefined) assertUrl(url, webhookReach);
  return transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    await lockParty(tx, member.id);
    const { state, url: former } = await findWebhook(tx, member.id, id);
    await tx.query(
      `update webhooks set url = coalesce($2, url), description = coalesce($3, description), types = coalesce($4, types),
                           set_by = case when $2 <> url then $5 else set_by end
       where id = $1`,
      [id, url, description, types && [...new Set(types)], personOf(member)],
    );
    if (url !== undefined && url !== former) await mailSecurityNews(tx, member.email, 'webhookMoved', addressOf(url));
    if (enabled === false && state !== 'disabled') await disableWebhooks(tx, [id]);
    if (enabled === true && state === 'disabled')
      await tx.query(
        `update webhooks set disabled_at = null, given_up_at = null, active_since = clock_timestamp(), failures = 0,
                             failed_at = null, failing_since = null, next_attempt_at = null, warned_at = null
         where id = $1`,
        [id],
      );
    await recordChange(tx, [member.id], 'account');
    return findWebhook(tx, member.id, id);
  });
}

/** Disables webhooks and ends the deliveries that wait, in the caller's transaction. */
export async function disableWebhooks(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query('update webhooks set disabled_at = now() where id = any ($1) and disabled_at is null', [ids]);
  await tx.query(`update webhook_deliveries set state = 'failed' where webhook_id = any ($1) and state = 'waiting'`, [
    ids,
  ]);
}

/** Removes a webhook with its deliveries. Errors: `webhook_not_found`. */
export async function removeWebhook({ pool }: Dependencies, member: Member, id: string): Promise<void> {
  await transact(pool, async (tx) => {
    await findWebhook(tx, member.id, id);
    await tx.query('delete from webhooks where id = $1', [id]);
    await recordChange(tx, [member.id], 'account');
  });
}

/**
 * Replaces the secret. The previous secret signs for 24 more hours; older secrets no longer sign. Errors:
 * `webhook_not_found`.
 */
export async function rotateSecret({ pool, vault }: Dependencies, member: SignedIn, id: string): Promise<WithSecret> {
  const secret = newSecret();
  return transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    await findWebhook(tx, member.id, id);
    const { rowCount } = await tx.query(
      `update webhooks set sealed_old_secret = sealed_secret, old_secret_until = now() + make_interval(hours => $3),
                           sealed_secret = $2, set_by = $4
       where id = $1`,
      [id, await vault.encrypt(tx, member.id, secretPurpose, secret), secretGraceHours, personOf(member)],
    );
    if (rowCount !== 1) throw noWebhook();
    return { webhook: await findWebhook(tx, member.id, id), secret };
  });
}

function assertUrl(url: string, reach: WebhookReach): void {
  if (isWebhookUrl(url, reach)) return;
  const sentence = 'Enter an https:// address on the public internet, without a name or password in it.';
  throw new Refusal('webhook_address', sentence, { fields: { url: sentence } });
}
