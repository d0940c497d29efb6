import type { Subscription } from '@florin/contract';
import { formatAmount, type Amount } from '@florin/money';
import { serverDate } from '../../../api/server-time.ts';
import { fromExact } from '../../../api/exact.ts';
import { dateFormat } from '../../../ui/date-format.ts';

export type PlanOffer = Subscription['plans'][number];

/** Formats days in UTC, because billing months, receipts and limits use UTC. */
const dayFormat = dateFormat({ zone: 'UTC', month: 'long', day: true });

/** `November 12` */
export const day = (timestamp: string): string => dayFormat(new Date(timestamp));

/** Returns the first day of the next month, when the purchase limit resets. */
export function nextMonth(now = serverDate()): string {
  return dayFormat(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)));
}

export const priceOf = ({ price_exact: exact }: PlanOffer): Amount => fromExact('USD', exact);
export const dueOf = ({ due_now_exact: exact }: PlanOffer): Amount => fromExact('USD', exact);

/** `$10,000.00`, or `Unlimited` */
export const limitText = ({ purchase_limit_exact: exact }: PlanOffer): string =>
  exact === null ? 'Unlimited' : formatAmount(fromExact('USD', exact));

export function offerOf({ plans }: Subscription, name: PlanOffer['name']): PlanOffer {
  const offer = plans.find((each) => each.name === name);
  if (!offer) throw new Error(`The subscription has no plan named "${name}".`);
  return offer;
}

/** True if the last renewal is unpaid. A plan chosen now is for the month that has already begun. */
export const isBehind = ({ grace_until: until }: Subscription): boolean => until !== null;

/** True if the change takes effect at the end of the paid month, because the plan costs less. */
export const isForLater = (subscription: Subscription, offer: PlanOffer): boolean =>
  subscription.renews_at !== null && !isBehind(subscription) && dueOf(offer).units === 0n;

/** `Due today, for 19 days` */
export function dueLabel(subscription: Subscription): string {
  const { renews_at: end, days_left: days } = subscription;
  if (end === null || days === null) return 'Due today, for a month';
  if (isBehind(subscription)) return `Due today, from ${day(end)}`;
  return `Due today, for ${days} ${days === 1 ? 'day' : 'days'}`;
}
