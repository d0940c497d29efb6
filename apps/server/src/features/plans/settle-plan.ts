import { planTerms } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import { digestUuid } from '../../platform/digest.ts';
import { Refusal } from '../../platform/refusal.ts';
import { endOfDayAfter, monthsAfter } from './months.ts';
import { payForPlan, type Till } from './pay-for-plan.ts';
import { tellEnded, tellUnpaid } from './plan-notices.ts';
import type { PaidMonths, PlanState } from './plan-state.ts';
import { writePlan, type Found } from './plan-store.ts';

const graceDays = 3;

/** Ten years at once are more than any outage. What is left is done the next time. */
const mostMonthsAtOnce = 120;

type Personal = { readonly plan: 'personal'; readonly paid: undefined };
const personal: Personal = { plan: 'personal', paid: undefined };

/**
 * Brings a plan up to the moment: each month that has begun is paid, once and in order; a planned change takes effect
 * where it was planned for; what cannot be paid has three days, and then the plan ends. While the account is frozen
 * nothing is paid, and what began or ended in the freeze is passed over, as is a month whose three days ended in it. The
 * plan is locked, and is written where it changes.
 */
export async function settlePlan(tx: Queryable, till: Till, userId: string, found: Found): Promise<PlanState> {
  let settled = found.state;
  for (let month = 0; month < mostMonthsAtOnce; month++) {
    const next = await settleMonth(tx, till, userId, { ...found, state: settled });
    if (next === settled) break;
    settled = next;
  }
  if (settled !== found.state) await writePlan(tx, userId, settled);
  return settled;
}

/** One month further, or the same state where nothing is to be done. */
async function settleMonth(
  tx: Queryable,
  till: Till,
  userId: string,
  { state, frozenAt, now }: Found,
): Promise<PlanState> {
  const { paid } = state;
  if (!paid || paid.endsAt > now) return state;
  const plan = paid.nextPlan ?? state.plan;
  if (plan === 'personal') return personal;
  const until = monthsAfter(paid.startedAt, paid.months + 1);
  const settled = { plan, paid: { ...paid, months: paid.months + 1, endsAt: until, nextPlan: null, graceUntil: null } };
  if (frozenAt) return paid.endsAt >= frozenAt || until <= now || isGraceOver(paid, now) ? settled : state;
  const amount = planTerms[plan].price;
  if (await paysMonth(tx, till, userId, { plan, amount, from: paid.endsAt, until })) return settled;
  return unpaid(tx, userId, { plan, paid: { ...paid, nextPlan: null } }, state, now);
}

const isGraceOver = ({ graceUntil }: PaidMonths, now: Date): boolean => graceUntil !== null && graceUntil <= now;

/** Under a key of the member and the month: billed once, whoever tries. False where the wallet does not hold enough. */
async function paysMonth(
  tx: Queryable,
  till: Till,
  userId: string,
  month: Parameters<typeof payForPlan>[4],
): Promise<boolean> {
  const command = { key: digestUuid('plan-month', userId, month.from.toISOString()), requestHash: 0n };
  try {
    await payForPlan(tx, till, userId, command, month);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'insufficient_balance') return false;
    throw error;
  }
}

async function unpaid(
  tx: Queryable,
  userId: string,
  turned: PlanState & { readonly paid: PaidMonths },
  state: PlanState,
  now: Date,
): Promise<PlanState> {
  const { graceUntil, endsAt: month } = turned.paid;
  if (graceUntil === null) {
    const until = endOfDayAfter(now, graceDays);
    await tellUnpaid(tx, userId, { plan: turned.plan, month, until });
    return { plan: turned.plan, paid: { ...turned.paid, graceUntil: until } };
  }
  if (!isGraceOver(turned.paid, now)) return state;
  await tellEnded(tx, userId, { plan: turned.plan, month, until: graceUntil });
  return personal;
}
