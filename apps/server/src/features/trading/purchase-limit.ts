import type { User } from '@florin/contract';
import { amountOf, formatAmount, type Amount } from '@florin/money';
import type { Draw, ExceededLimit } from '../../ledger/index.ts';
import { Refusal } from '../../platform/refusal.ts';

/** Crypto purchases per UTC month by plan, in cents; Business has no limit (specification, section 9). */
const purchaseLimits: Record<User['plan'], bigint | undefined> = {
  personal: 500_00n,
  pro: 10_000_00n,
  business: undefined,
};

/** What a purchase uses up of the plan's limit, fee not counted. */
export function purchaseDraws(userId: string, plan: User['plan'], amount: Amount<'USD'>): Draw[] {
  const limit = purchaseLimits[plan];
  if (limit === undefined) return [];
  return [{ owner: userId, kind: 'purchases-per-month', slot: '@month', units: amount.units, limit }];
}

export const purchaseRefusal = ({ left }: ExceededLimit): Refusal =>
  new Refusal(
    'plan_limit_exceeded',
    `This is over your plan's purchase limit: ${formatAmount(amountOf('USD', left))} is left this month.`,
  );
