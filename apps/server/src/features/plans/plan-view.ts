import { planTerms, type Plan, type PlanName, type Subscription } from '@florin/contract';
import { moneyFields } from '../../platform/http/json-number.ts';
import { daysBetween } from './months.ts';
import { dueNow, type PlanState } from './plan-state.ts';

const names = ['personal', 'pro', 'business'] as const satisfies readonly PlanName[];

export const planViews = (): Plan[] => names.map(planView);

function planView(name: PlanName): Plan {
  const { title, price, purchaseLimit } = planTerms[name];
  return {
    name,
    title,
    ...moneyFields('price', price),
    ...(purchaseLimit
      ? moneyFields('purchase_limit', purchaseLimit)
      : { purchase_limit: null, purchase_limit_exact: null }),
  };
}

export function subscriptionView(state: PlanState, now: Date): Subscription {
  const { plan, paid } = state;
  return {
    plan,
    plans: names.map((name) => ({ ...planView(name), ...moneyFields('due_now', dueNow(state, name, now)) })),
    renews_at: paid?.endsAt.toISOString() ?? null,
    days_left: paid ? daysBetween(now, paid.endsAt) : null,
    next_plan: paid?.nextPlan ?? null,
    grace_until: paid?.graceUntil?.toISOString() ?? null,
  };
}
