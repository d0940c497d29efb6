import { endpoints } from '@florin/contract';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor } from '../../platform/http/route.ts';
import type { Member } from '../identity/index.ts';
import { changePlan } from './change-plan.ts';
import { readPlan } from './plan-store.ts';
import { planViews, subscriptionView } from './plan-view.ts';

const route = routesFor<Member>();

export function planRoutes(dependencies: { readonly pool: Pool; readonly ledger: Ledger }) {
  return [
    route(endpoints.listPlans, async () => planViews()),
    route(endpoints.getPlan, async ({ member }) => {
      const { state, now } = await readPlan(dependencies.pool, member.id);
      return subscriptionView(state, now);
    }),
    route(endpoints.changePlan, ({ member, command, body }) =>
      changePlan(dependencies, member, command, { plan: body.plan, shown: body.due_now }),
    ),
  ];
}
