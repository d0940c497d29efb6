import { planTerms, type PlanName } from '@florin/contract';
import { amountOf, divCeil, subtract, zero, type Amount } from '@florin/money';
import { daysBetween, monthsAfter } from './months.ts';

/** A member's plan, and what of it is paid; a plan without months was given, or is Personal. */
export type PlanState = { readonly plan: PlanName; readonly paid: PaidMonths | undefined };

export type PaidMonths = {
  readonly startedAt: Date;
  /** As many are paid, or were passed over in a freeze, counted from the start. */
  readonly months: number;
  readonly endsAt: Date;
  /** The plan from `endsAt` on, where it is another. */
  readonly nextPlan: PlanName | null;
  /** The month from `endsAt` on could not be paid: without the money by then the plan ends. */
  readonly graceUntil: Date | null;
};

const order: readonly PlanName[] = ['personal', 'pro', 'business'];

export const isUpgrade = (from: PlanName, to: PlanName): boolean => order.indexOf(to) > order.indexOf(from);

/** The months that have begun and are not paid. */
export function unpaidMonths({ startedAt, months }: PaidMonths, now: Date): number {
  let unpaid = 0;
  while (monthsAfter(startedAt, months + unpaid) <= now) unpaid += 1;
  return unpaid;
}

/**
 * What a change to a plan takes now. A month that begins costs all of it, what is left of one that runs the difference
 * by the day, and each that is not paid yet the price of the plan that is chosen for it. A downgrade waits for the end
 * of what is paid, and takes nothing.
 */
export function dueNow({ plan, paid }: PlanState, to: PlanName, now: Date): Amount<'USD'> {
  const { price } = planTerms[to];
  if (to === plan || to === 'personal') return zero('USD');
  if (!paid) return price;
  const unpaid = unpaidMonths(paid, now);
  if (unpaid > 0) return amountOf('USD', price.units * BigInt(unpaid));
  return isUpgrade(plan, to) ? forTheRest(subtract(price, planTerms[plan].price), paid, now) : zero('USD');
}

/** A monthly price for the days that are left of the running month, rounded up to the cent. */
function forTheRest(price: Amount<'USD'>, { startedAt, months, endsAt }: PaidMonths, now: Date): Amount<'USD'> {
  const days = daysBetween(monthsAfter(startedAt, months - 1), endsAt);
  return amountOf('USD', divCeil(price.units * BigInt(daysBetween(now, endsAt)), BigInt(days)));
}
