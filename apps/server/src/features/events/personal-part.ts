import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { recordChange, type PersonalPart } from '../identity/index.ts';
import { queueMail } from '../mail/index.ts';
import { listWebhooks } from './webhook-view.ts';
import { disableWebhooks } from './webhooks.ts';

/** The webhooks of a member. The events repeat the data in the other parts of an export. */
export const personalWebhooks = (pool: Pool): PersonalPart => ({
  name: 'webhooks',
  read: ({ id }) => listWebhooks(pool, id),
  review: disableAfterReset,
  /** Also deletes events, webhooks and deliveries. */
  forget: async (tx, { id }) => void (await tx.query('delete from event_parties where user_id = $1', [id])),
});

/**
 * Disables a person's webhooks, including webhooks that the person set for businesses, because a stranger may have set
 * them. Mails the businesses, whose other people need to know.
 */
async function disableAfterReset(tx: Queryable, personId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string; url: string; user_id: string; email: string }>(
    `select w.id, w.url, w.user_id, p.email from webhooks w join people p on p.id = w.user_id
     where w.disabled_at is null
       and (w.user_id = $1 or w.set_by = $1 and w.set_by <> w.user_id or w.set_by is null and w.user_id in
            (select business_id from business_roles where person_id = $1 and role in ('owner', 'admin')))`,
    [personId],
  );
  await disableWebhooks(
    tx,
    rows.map(({ id }) => id),
  );
  await recordChange(tx, [...new Set(rows.map((row) => row.user_id))], 'account');
  for (const { url, user_id: owner, email } of rows)
    if (owner !== personId)
      await queueMail(tx, {
        to: email,
        subject: 'A webhook of your business is disabled',
        body: `A person of your business reset the password, so a stranger may have set the webhook at ${new URL(url).host}. Enable it on the developers page if it is yours.`,
      });
}
