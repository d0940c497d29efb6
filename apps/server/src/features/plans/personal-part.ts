import type { Pool } from '../../platform/database/pool.ts';
import type { PersonalPart } from '../identity/index.ts';
import { readPlan } from './plan-store.ts';
import { subscriptionView } from './plan-view.ts';

/** A plan ends with its account: nothing is billed any more. */
export const personalPlan = (pool: Pool): PersonalPart => ({
  name: 'plan',
  read: async ({ id }) => {
    const { state, now } = await readPlan(pool, id);
    const { plans: _offers, ...own } = subscriptionView(state, now);
    return own;
  },
  forget: async (tx, { id }) => {
    await tx.query('delete from subscriptions where user_id = $1', [id]);
  },
});
