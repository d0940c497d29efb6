import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import type { Member } from '../identity/index.ts';
import { changePlan } from './change-plan.ts';
import type { BillingDependencies } from './pay-for-plan.ts';
import { readPlan } from './plan-store.ts';
import { planViews, subscriptionView } from './plan-view.ts';

const route = routesFor<Member>();

export function planRoutes(dependencies: BillingDependencies) {
  const { plans } = dependencies.policy;
  return [
    route(endpoints.listPlans, async () => planViews(plans)),
    route(endpoints.getPlan, async ({ member }) => {
      const { state, now } = await readPlan(dependencies.pool, member.id);
      return subscriptionView(plans, state, now);
    }),
    route(endpoints.changePlan, ({ member, command, body }) =>
      changePlan(dependencies, member, command, { plan: body.plan, shown: body.due_now }),
    ),
  ];
}
