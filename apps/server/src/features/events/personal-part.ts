import type { Pool } from '../../platform/database/pool.ts';
import type { PersonalPart } from '../identity/index.ts';
import { listWebhooks } from './webhook-view.ts';
import { disableWebhooks } from './webhooks.ts';

/** The webhooks of a member. The events repeat what the other parts of an export have. */
export const personalWebhooks = (pool: Pool): PersonalPart => ({
  name: 'webhooks',
  read: ({ id }) => listWebhooks(pool, id),
  /** A stranger may have added them. */
  review: async (tx, memberId) => {
    const { rows } = await tx.query<{ id: string }>('select id from webhooks where user_id = $1', [memberId]);
    await disableWebhooks(
      tx,
      rows.map(({ id }) => id),
    );
  },
  /** Also deletes events, webhooks and deliveries. */
  forget: async (tx, { id }) => void (await tx.query('delete from event_parties where user_id = $1', [id])),
});
