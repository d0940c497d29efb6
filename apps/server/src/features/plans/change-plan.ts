import { planTitles, type PlanName, type Subscription } from '@florin/contract';
import { formatAmount, toDecimal, type Amount } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from '../identity/index.ts';
import { insufficientBalance } from '../wallets/index.ts';
import { monthsAfter } from './months.ts';
import { openBilling, payForPlan, type Billing, type BillingDependencies } from './pay-for-plan.ts';
import { dueNow, isUpgrade, unpaidMonths, type PaidMonths, type PlanState } from './plan-state.ts';
import { storedAnswer, lockPlan, writeAnswer, writePlan } from './plan-store.ts';
import { subscriptionView } from './plan-view.ts';
import { settlePlan } from './settle-plan.ts';

export type ChangePlan = {
  readonly plan: PlanName;
  /** The amount due as shown to the member, an exact decimal. */
  readonly shown: string | undefined;
};

/**
 * Changes a member's plan. An upgrade starts immediately and charges the rest of the paid month, or a whole month. A
 * downgrade is scheduled for the end of the paid period. Choosing the current plan cancels a scheduled downgrade. Fee,
 * plan and answer are stored in one transaction.
 *
 * Errors: `plan_unchanged`, `quote_expired`, `insufficient_balance`, and the ledger's.
 */
export async function changePlan(
  dependencies: BillingDependencies,
  member: Member,
  command: Command,
  { plan, shown }: ChangePlan,
): Promise<Subscription> {
  const billing = await openBilling(dependencies, member.id);
  const { plans } = billing;
  return transact(dependencies.pool, async (tx) => {
    const found = await lockPlan(tx, member.id);
    const { now } = found;
    const before = await storedAnswer(tx, command);
    if (before) return before;
    const state = await settlePlan(tx, billing, member.id, found);
    assertDueUnchanged(dueNow(plans, state, plan, now), shown);
    const changed = await applyChange(tx, { billing, userId: member.id, command, now }, state, plan);
    await writePlan(tx, member.id, changed);
    const answer = subscriptionView(plans, changed, now);
    await writeAnswer(tx, member.id, command, answer);
    return answer;
  });
}

function assertDueUnchanged(due: Amount<'USD'>, shown: string | undefined) {
  if (shown === undefined || shown === toDecimal(due)) return;
  throw new Refusal(
    'quote_expired',
    `The amount due has changed to ${formatAmount(due)}. Nothing was charged. Check it and try again.`,
  );
}

type Change = {
  readonly billing: Billing;
  readonly userId: string;
  readonly command: Command;
  readonly now: Date;
};

async function applyChange(tx: Queryable, change: Change, state: PlanState, plan: PlanName): Promise<PlanState> {
  const { plan: present, paid } = state;
  if (plan === present) return { plan, paid: { ...(withDowngrade(paid) ?? planUnchanged(plan)), nextPlan: null } };
  const runs = paid && paid.endsAt > change.now ? paid : undefined;
  if (!runs && plan === 'personal') return { plan, paid: undefined };
  if (!runs) return paid ? payOverdue(tx, change, paid, plan) : startPlan(tx, change, plan);
  if (isUpgrade(present, plan)) return upgrade(tx, change, { plan: present, paid: runs }, plan);
  return { plan: present, paid: { ...runs, nextPlan: plan } };
}

const withDowngrade = (paid: PaidMonths | undefined) => (paid?.nextPlan ? paid : undefined);

function planUnchanged(plan: PlanName): never {
  throw new Refusal('plan_unchanged', `You are already on the ${planTitles[plan]} plan.`);
}

/** Starts the first month now. */
async function startPlan(tx: Queryable, { billing, userId, command, now }: Change, plan: PlanName): Promise<PlanState> {
  const endsAt = monthsAfter(now, 1);
  const amount = billing.plans[plan].price;
  await payForPlan(tx, billing, userId, command, { plan, amount, from: now, until: endsAt });
  return { plan, paid: { startedAt: now, months: 1, endsAt, nextPlan: null, graceUntil: null } };
}

/** Charges the rest of the current month at the new plan's price. */
async function upgrade(
  tx: Queryable,
  { billing, userId, command, now }: Change,
  state: PlanState & { readonly paid: PaidMonths },
  plan: PlanName,
): Promise<PlanState> {
  const amount = dueNow(billing.plans, state, plan, now);
  await payForPlan(tx, billing, userId, command, { plan, amount, from: now, until: state.paid.endsAt });
  return { plan, paid: { ...state.paid, nextPlan: null } };
}

/** Pays overdue months as the newly chosen plan, or changes nothing. */
async function payOverdue(
  tx: Queryable,
  { billing, userId, now }: Change,
  paid: PaidMonths,
  plan: PlanName,
): Promise<PlanState> {
  const state = { plan, paid: { ...paid, nextPlan: null } };
  const settled = await settlePlan(tx, billing, userId, { state, frozenAt: null, now });
  const isPaid = settled.paid && unpaidMonths(settled.paid, now) === 0;
  if (!isPaid) throw insufficientBalance(dueNow(billing.plans, { plan: 'personal', paid }, plan, now));
  return settled;
}
