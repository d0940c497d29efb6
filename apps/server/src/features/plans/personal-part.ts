import type { Policy } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import type { PersonalPart } from '../identity/index.ts';
import { noticesOf } from './plan-notices.ts';
import { changesOf, readPlan } from './plan-store.ts';
import { subscriptionView } from './plan-view.ts';

/**
 * A member's plan, which ends with the account and is then no longer billed. The changes and notices stay because they
 * explain the fees in the ledger; they contain no names.
 */
export const personalPlan = ({ pool, policy }: { readonly pool: Pool; readonly policy: Policy }): PersonalPart => ({
  name: 'plan',
  read: async ({ id }) => {
    const { state, now } = await readPlan(pool, id);
    const { plans: _offers, ...own } = subscriptionView(policy.plans, state, now);
    return { ...own, changes: await changesOf(pool, id), notices: await noticesOf(pool, id) };
  },
  forget: async (tx, { id }) => {
    await tx.query('delete from subscriptions where user_id = $1', [id]);
  },
});
