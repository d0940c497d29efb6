import type { Pool } from '../../platform/database/pool.ts';
import type { PersonalPart } from '../identity/index.ts';
import { noticesOf } from './plan-notices.ts';
import { changesOf, readPlan } from './plan-store.ts';
import { subscriptionView } from './plan-view.ts';

/**
 * A plan ends with its account: nothing is billed any more. What the member changed and what billing told them stays with
 * the fees in the books, which it explains; nobody is named in it.
 */
export const personalPlan = (pool: Pool): PersonalPart => ({
  name: 'plan',
  read: async ({ id }) => {
    const { state, now } = await readPlan(pool, id);
    const { plans: _offers, ...own } = subscriptionView(state, now);
    return { ...own, changes: await changesOf(pool, id), notices: await noticesOf(pool, id) };
  },
  forget: async (tx, { id }) => {
    await tx.query('delete from subscriptions where user_id = $1', [id]);
  },
});
