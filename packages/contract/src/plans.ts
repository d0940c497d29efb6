import { amountOf, type Amount } from '@florin/money';
import * as z from 'zod/mini';
import { planName } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { exact, money, timestamp } from './wire.ts';

export type PlanName = z.infer<typeof planName>;

type PlanTerms = {
  readonly title: string;
  /** A month's. */
  readonly price: Amount<'USD'>;
  /** Crypto purchases per UTC month; null is without limit. */
  readonly purchaseLimit: Amount<'USD'> | null;
};

/** The price and the purchase limit of each plan, smallest first (rule plans-1). The only such table. */
export const planTerms: Readonly<Record<PlanName, PlanTerms>> = {
  personal: { title: 'Personal', price: amountOf('USD', 0n), purchaseLimit: amountOf('USD', 500_00n) },
  pro: { title: 'Pro', price: amountOf('USD', 9_99n), purchaseLimit: amountOf('USD', 10_000_00n) },
  business: { title: 'Business', price: amountOf('USD', 49_99n), purchaseLimit: null },
};

export const plan = z.object({
  name: planName,
  /** `Pro` */
  title: z.string(),
  /** Dollars a month. */
  price: money,
  price_exact: exact,
  /** Crypto purchases per UTC month, in dollars; null is without limit. */
  purchase_limit: z.nullable(money),
  purchase_limit_exact: z.nullable(exact),
});
export type Plan = z.infer<typeof plan>;

export const subscription = z.object({
  plan: planName,
  /** What a change to each plan takes from the USD wallet now. A downgrade takes nothing. */
  plans: z.array(z.object({ ...plan.shape, due_now: money, due_now_exact: exact })),
  /** The end of the month that is paid; null where none is: on Personal, or on a plan that was given. */
  renews_at: z.nullable(timestamp),
  /** Days left of that month, the running one included: an upgrade is charged for these. */
  days_left: z.nullable(z.number()),
  /** The plan from `renews_at` on, where it is another. */
  next_plan: z.nullable(planName),
  /** The last renewal could not be paid: without the money by then it becomes Personal. */
  grace_until: z.nullable(timestamp),
});
export type Subscription = z.infer<typeof subscription>;

export const listPlans = endpoint({
  method: 'GET',
  path: '/plans',
  summary: 'The plans that there are',
  access: 'public',
  answer: z.array(plan),
  refusals: [],
});

export const getPlan = endpoint({
  method: 'GET',
  path: '/plan',
  summary: 'The member’s plan, and what a change would cost',
  access: 'member',
  answer: subscription,
  refusals: [],
});

export const changePlan = endpoint({
  method: 'PUT',
  path: '/plan',
  summary:
    'Upgrade at once, for what is left of the month, from the USD wallet; downgrade at the end of the month. The present plan takes a planned downgrade back',
  access: 'member',
  movesMoney: true,
  body: z.object({
    plan: planName,
    /** `due_now_exact` as the member was shown it: where another amount is due by now, nothing is done (`quote_expired`). */
    due_now: z.optional(exact),
  }),
  answer: subscription,
  refusals: ['plan_unchanged', 'insufficient_balance', 'quote_expired'],
});
