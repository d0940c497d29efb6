import { amountOf, defaultFeeRates, type Amount, type FeeRates } from '@florin/money';
import type { PlanName } from './plans.ts';

/** The smallest and the largest amount, in whole units of any currency. */
export type Bounds = { readonly minimum: string; readonly maximum: string };

type PlanTerms = {
  /** The price per month. Zero for Personal, above zero for the other plans. */
  readonly price: Amount<'USD'>;
  /** The limit of crypto purchases per UTC month. Null means unlimited. */
  readonly purchaseLimit: Amount<'USD'> | null;
};

/** The limits of sends and withdrawals per UTC day and month, in US cents, by KYC level. */
export type OutflowLimits = Readonly<Record<0 | 1 | 2, { readonly day: bigint; readonly month: bigint }>>;

/** The fees, prices, limits and confirmation thresholds of an installation (decision 84). */
export type Policy = {
  readonly fees: FeeRates;
  readonly plans: Readonly<Record<PlanName, PlanTerms>>;
  readonly deposits: Bounds;
  /** A smaller balance can be withdrawn completely. */
  readonly withdrawals: Bounds;
  readonly outflowLimits: OutflowLimits;
  readonly thresholds: {
    /** Larger sends of a UTC day need two-factor confirmation (decision 17). */
    readonly secondFactor: Amount<'USD'>;
    /** An operator alone returns and credits money up to this amount. A larger amount needs a second operator. */
    readonly secondOperator: Amount<'USD'>;
  };
};

const usd = (cents: bigint) => amountOf('USD', cents);

/** The policy of an installation without a configured policy (rules plans-1 and kyc-14). */
export const defaultPolicy: Policy = {
  fees: defaultFeeRates,
  plans: {
    personal: { price: usd(0n), purchaseLimit: usd(500_00n) },
    pro: { price: usd(9_99n), purchaseLimit: usd(10_000_00n) },
    business: { price: usd(49_99n), purchaseLimit: null },
  },
  deposits: { minimum: '1.00', maximum: '25000.00' },
  withdrawals: { minimum: '1.00', maximum: '25000.00' },
  outflowLimits: {
    0: { day: 500_00n, month: 2_000_00n },
    1: { day: 1_000_00n, month: 5_000_00n },
    2: { day: 10_000_00n, month: 100_000_00n },
  },
  thresholds: { secondFactor: usd(500_00n), secondOperator: usd(1_000_00n) },
};
