import { defaultPolicy, type Configuration, type Policy } from '@florin/contract';
import { configuration } from './configuration.ts';
import { fromExact } from './exact.ts';
import { fees } from './fees.ts';

/** The fees, prices, limits and thresholds of this server. Screens that need only fees import `fees`. */
export const policy: Policy = configuration ? policyOf(configuration) : defaultPolicy;

function policyOf({ plans, bounds, kyc_limits: limits, confirmation_thresholds: thresholds }: Configuration): Policy {
  const usd = (exact: string) => fromExact('USD', exact);
  const level = ({ day, month }: Configuration['kyc_limits'][0]) => ({ day: usd(day).units, month: usd(month).units });
  const termsOf = (name: keyof Policy['plans']) => {
    const plan = plans.find((one) => one.name === name);
    if (!plan) return defaultPolicy.plans[name];
    const limit = plan.purchase_limit_exact;
    return { price: usd(plan.price_exact), purchaseLimit: limit === null ? null : usd(limit) };
  };
  return {
    fees,
    plans: { personal: termsOf('personal'), pro: termsOf('pro'), business: termsOf('business') },
    deposits: bounds.deposit,
    withdrawals: bounds.withdrawal,
    outflowLimits: { 0: level(limits[0]), 1: level(limits[1]), 2: level(limits[2]) },
    thresholds: { secondFactor: usd(thresholds.second_factor), secondOperator: usd(thresholds.second_operator) },
  };
}
