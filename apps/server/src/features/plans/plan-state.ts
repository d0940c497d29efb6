import type { PlanName, Policy } from '@florin/contract';
import { amountOf, divCeil, subtract, zero, type Amount } from '@florin/money';
import { daysBetween, monthsAfter } from './months.ts';

/** A member's plan and its paid months. Given plans and Personal have no paid months. */
export type PlanState = { readonly plan: PlanName; readonly paid: PaidMonths | undefined };

export type PaidMonths = {
  readonly startedAt: Date;
  /** The number of months since the start that were paid or skipped during a freeze. */
  readonly months: number;
  readonly endsAt: Date;
  /** The scheduled plan from `endsAt`, if it differs. */
  readonly nextPlan: PlanName | null;
  /** The end of the grace period for the unpaid month from `endsAt`. The plan ends if the month is not paid by then. */
  readonly graceUntil: Date | null;
};

const order: readonly PlanName[] = ['personal', 'pro', 'business'];

export const isUpgrade = (from: PlanName, to: PlanName): boolean => order.indexOf(to) > order.indexOf(from);

/** Returns the number of months that have started and are not paid. */
export function unpaidMonths({ startedAt, months }: PaidMonths, now: Date): number {
  let unpaid = 0;
  while (monthsAfter(startedAt, months + unpaid) <= now) unpaid += 1;
  return unpaid;
}

/**
 * Returns the current cost of a plan change. A new month costs its full price. The rest of the current month costs the
 * daily difference. Each unpaid month costs the chosen plan's price. A downgrade costs nothing.
 */
export function dueNow(plans: Policy['plans'], { plan, paid }: PlanState, to: PlanName, now: Date): Amount<'USD'> {
  const { price } = plans[to];
  if (to === plan || to === 'personal') return zero('USD');
  if (!paid) return price;
  const unpaid = unpaidMonths(paid, now);
  if (unpaid > 0) return amountOf('USD', price.units * BigInt(unpaid));
  return isUpgrade(plan, to) ? proRated(subtract(price, plans[plan].price), paid, now) : zero('USD');
}

/** Returns a monthly price for the remaining days of the current month, rounded up to the cent. */
function proRated(price: Amount<'USD'>, { startedAt, months, endsAt }: PaidMonths, now: Date): Amount<'USD'> {
  const days = daysBetween(monthsAfter(startedAt, months - 1), endsAt);
  return amountOf('USD', divCeil(price.units * BigInt(daysBetween(now, endsAt)), BigInt(days)));
}
