import type { Subscription } from '@florin/contract';
import { formatAmount, type Amount } from '@florin/money';
import { serverDate } from '../../../api/server-time.ts';
import { fromExact } from '../../../api/exact.ts';
import { dateFormat } from '../../../ui/date-format.ts';

export type PlanOffer = Subscription['plans'][number];

/** Months begin and end in UTC, as receipts and limits do. */
const dayFormat = dateFormat({ zone: 'UTC', month: 'long', day: true });

/** `November 12` */
export const day = (timestamp: string): string => dayFormat(new Date(timestamp));

/** The first day of the next month: purchases are counted from it on. */
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
  if (!offer) throw new Error(`the plan ${name} is not offered`);
  return offer;
}

/** The last renewal is not paid yet: what is chosen now is for a month that has begun. */
export const isBehind = ({ grace_until: until }: Subscription): boolean => until !== null;

/** It costs less than the present plan, and waits for the end of what is paid. */
export const isForLater = (subscription: Subscription, offer: PlanOffer): boolean =>
  subscription.renews_at !== null && !isBehind(subscription) && dueOf(offer).units === 0n;

/** `Due today, for 19 days` */
export function dueLabel(subscription: Subscription): string {
  const { renews_at: end, days_left: days } = subscription;
  if (end === null || days === null) return 'Due today, for a month';
  if (isBehind(subscription)) return `Due today, from ${day(end)}`;
  return `Due today, for ${days} ${days === 1 ? 'day' : 'days'}`;
}
