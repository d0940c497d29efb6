import * as z from 'zod/mini';
import { planName } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { exact, money, timestamp } from './wire.ts';

export type PlanName = z.infer<typeof planName>;

export const planTitles: Readonly<Record<PlanName, string>> = {
  personal: 'Personal',
  pro: 'Pro',
  business: 'Business',
};

export const plan = z.object({
  name: planName,
  /** `Pro` */
  title: z.string(),
  /** Dollars per month. */
  price: money,
  price_exact: exact,
  /** The limit of crypto purchases per UTC month, in dollars. Null means unlimited. */
  purchase_limit: z.nullable(money),
  purchase_limit_exact: z.nullable(exact),
});
export type Plan = z.infer<typeof plan>;

export const subscription = z.object({
  plan: planName,
  /** The plans, with the amount that a change charges to the USD wallet now. A downgrade charges nothing. */
  plans: z.array(z.object({ ...plan.shape, due_now: money, due_now_exact: exact })),
  /** The end of the paid month. Null on Personal and on a plan given for free. */
  renews_at: z.nullable(timestamp),
  /** The remaining days of that month, today included. An upgrade is charged for these days. */
  days_left: z.nullable(z.number()),
  /** The plan after `renews_at`, if the plan changes. */
  next_plan: z.nullable(planName),
  /** Set after a failed renewal payment. If the money is missing at this time, the plan becomes Personal. */
  grace_until: z.nullable(timestamp),
});
export type Subscription = z.infer<typeof subscription>;

export const listPlans = endpoint({
  method: 'GET',
  path: '/plans',
  summary: 'List the plans',
  access: 'public',
  answer: z.array(plan),
  refusals: [],
});

export const getPlan = endpoint({
  method: 'GET',
  path: '/plan',
  summary: "Get the member's plan and the price of a change",
  access: 'member',
  answer: subscription,
  refusals: [],
});

export const changePlan = endpoint({
  method: 'PUT',
  path: '/plan',
  summary:
    'Change the plan. An upgrade applies immediately and charges the rest of the month to the USD wallet. A downgrade applies at the end of the month. The current plan cancels a planned downgrade',
  access: 'member',
  movesMoney: true,
  body: z.object({
    plan: planName,
    /** The `due_now_exact` that the member saw. If another amount is due now, the call fails with `quote_expired`. */
    due_now: z.optional(exact),
  }),
  answer: subscription,
  refusals: ['plan_unchanged', 'insufficient_balance', 'quote_expired'],
});
