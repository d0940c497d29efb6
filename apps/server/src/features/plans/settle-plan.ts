import type { Amount } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { digestUuid } from '../../platform/digest.ts';
import { Refusal } from '../../platform/refusal.ts';
import { endOfDayAfter, monthsAfter } from './months.ts';
import { payForPlan, type Billing } from './pay-for-plan.ts';
import { noticedPrice, notifyEnded, notifyUnpaid } from './plan-notices.ts';
import type { PaidMonths, PlanState } from './plan-state.ts';
import { writePlan, type Found } from './plan-store.ts';

const graceDays = 3;

/** The number is larger than any outage causes. The next run continues. */
const maxMonthsPerRun = 120;

type Personal = { readonly plan: 'personal'; readonly paid: undefined };
const personal: Personal = { plan: 'personal', paid: undefined };

/**
 * Settles a plan up to the current time. Bills each started month once and in order, and applies scheduled changes. An
 * unpaid month starts the grace period of three days. After this period the plan ends. A frozen account pays nothing.
 * Months that started or ended during the freeze are skipped, and so are months whose grace period ended during the
 * freeze. The plan must be locked, and is stored if it changed.
 */
export async function settlePlan(tx: Queryable, billing: Billing, userId: string, found: Found): Promise<PlanState> {
  let settled = found.state;
  for (let month = 0; month < maxMonthsPerRun; month++) {
    const next = await settleMonth(tx, billing, userId, { ...found, state: settled });
    if (next === settled) break;
    settled = next;
  }
  if (settled !== found.state) await writePlan(tx, userId, settled);
  return settled;
}

/** Settles one month. Returns the same state if the plan needs no change. */
async function settleMonth(
  tx: Queryable,
  billing: Billing,
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
  const month = paid.endsAt;
  const told = paid.graceUntil && (await noticedPrice(tx, userId, { plan, month }));
  const amount = told ?? billing.plans[plan].price;
  if (await billMonth(tx, billing, userId, { plan, amount, from: month, until })) return settled;
  return unpaid(tx, userId, { current: { plan, paid: { ...paid, nextPlan: null } }, state, price: amount, now });
}

const isGraceOver = ({ graceUntil }: PaidMonths, now: Date): boolean => graceUntil !== null && graceUntil <= now;

/**
 * Bills a month under a key of member and month, so it is billed only once. Returns false if the balance is too low.
 */
async function billMonth(
  tx: Queryable,
  billing: Billing,
  userId: string,
  month: Parameters<typeof payForPlan>[4],
): Promise<boolean> {
  const command = { key: digestUuid('plan-month', userId, month.from.toISOString()), requestHash: 0n };
  try {
    await payForPlan(tx, billing, userId, command, month);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'insufficient_balance') return false;
    throw error;
  }
}

type UnpaidMonth = {
  readonly current: PlanState & { readonly paid: PaidMonths };
  readonly state: PlanState;
  readonly price: Amount<'USD'>;
  readonly now: Date;
};

async function unpaid(tx: Queryable, userId: string, { current, state, price, now }: UnpaidMonth): Promise<PlanState> {
  const { graceUntil, endsAt: month } = current.paid;
  if (graceUntil === null) {
    const until = endOfDayAfter(now, graceDays);
    await notifyUnpaid(tx, userId, { plan: current.plan, price, month, until });
    return { plan: current.plan, paid: { ...current.paid, graceUntil: until } };
  }
  if (!isGraceOver(current.paid, now)) return state;
  await notifyEnded(tx, userId, { plan: current.plan, price, month, until: graceUntil });
  return personal;
}
