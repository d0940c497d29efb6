import { planTitles, type Plan, type PlanName, type Policy, type Subscription } from '@florin/contract';
import { moneyFields } from '../../platform/http/json-number.ts';
import { daysBetween } from './months.ts';
import { dueNow, type PlanState } from './plan-state.ts';

const names = ['personal', 'pro', 'business'] as const satisfies readonly PlanName[];

type Plans = Policy['plans'];

export const planViews = (plans: Plans): Plan[] => names.map((name) => planView(plans, name));

function planView(plans: Plans, name: PlanName): Plan {
  const { price, purchaseLimit } = plans[name];
  return {
    name,
    title: planTitles[name],
    ...moneyFields('price', price),
    ...(purchaseLimit
      ? moneyFields('purchase_limit', purchaseLimit)
      : { purchase_limit: null, purchase_limit_exact: null }),
  };
}

export function subscriptionView(plans: Plans, state: PlanState, now: Date): Subscription {
  const { plan, paid } = state;
  return {
    plan,
    plans: names.map((name) => ({
      ...planView(plans, name),
      ...moneyFields('due_now', dueNow(plans, state, name, now)),
    })),
    renews_at: paid?.endsAt.toISOString() ?? null,
    days_left: paid ? daysBetween(now, paid.endsAt) : null,
    next_plan: paid?.nextPlan ?? null,
    grace_until: paid?.graceUntil?.toISOString() ?? null,
  };
}
