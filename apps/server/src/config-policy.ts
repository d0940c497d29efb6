import { defaultPolicy, type Bounds, type OutflowLimits, type Policy } from '@florin/contract';
import { amountOf, formatAmount, toDecimal, type FeeRate } from '@florin/money';
import { z } from 'zod';

// The sections of FLORIN_CONFIG that make the policy. A missing value has its default.

/** In basis points. A higher fee is more likely a typing error. */
const maxFee = 20_00n;

/** Reads a decimal with at most two decimals as hundredths: cents, or basis points of a percentage. */
const hundredths = (text: string): bigint => {
  const [integer = '', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(2, '0'));
};

const isDecimal = /^\d{1,12}(\.\d{1,2})?$/;

const decimalText = (rule: string) =>
  z.string({ error: `must be ${rule}, in quotes` }).regex(isDecimal, { error: `must be ${rule}`, abort: true });

const percentRule = 'a percentage from "0" to "20" with at most two decimals, such as "1.5"';
const percent = decimalText(percentRule)
  .refine((text) => hundredths(text) <= maxFee, `must be ${percentRule}`)
  .transform((text): FeeRate => hundredths(text))
  .optional();

const billion = 1_000_000_000_00n;

function amount(from: bigint, to: bigint, example: string) {
  const [least, most] = [from, to].map((units) => toDecimal(amountOf('USD', units)));
  const rule = `an amount from "${least}" to "${most}", such as "${example}"`;
  return decimalText(rule)
    .refine((text) => hundredths(text) >= from && hundredths(text) <= to, `must be ${rule}`)
    .transform(hundredths);
}

const anyLimit = amount(0n, billion, '500.00');
const price = amount(1n, 1_000_000n, '9.99').optional();
const purchaseLimit = anyLimit
  .nullable()
  .optional()
  .describe('Crypto purchases per UTC month, in dollars. null: no limit.');
const level = z.strictObject({ day: anyLimit.optional(), month: anyLimit.optional() }).optional();
const bound = amount(1n, billion, '1.00').optional();
const bounds = z.strictObject({ minimum: bound, maximum: bound }).optional();

const fees = z.strictObject({ send: percent, buy: percent, sell: percent, exchange: percent });
const plans = z.strictObject({
  personal: z.strictObject({ purchase_limit: purchaseLimit }).optional(),
  pro: z.strictObject({ price, purchase_limit: purchaseLimit }).optional(),
  business: z.strictObject({ price, purchase_limit: purchaseLimit }).optional(),
});
const deposits = z.strictObject({ deposit: bounds, withdrawal: bounds });
const kycLimits = z.strictObject({ 0: level, 1: level, 2: level });
const thresholds = z.strictObject({
  second_factor: anyLimit.optional().describe('Larger sends of a UTC day need two-factor confirmation.'),
  second_operator: anyLimit.optional().describe('Operators need a second operator for larger amounts.'),
});

/** Adds a sentence for each value that contradicts another value or a default. */
const checked = <Section extends z.ZodType>(section: Section, check: (value: z.output<Section>) => Contradiction[]) =>
  section.superRefine((value, context) => {
    for (const { path, message } of check(value)) context.addIssue({ code: 'custom', path: [...path], message });
  });
type Contradiction = { readonly path: readonly string[]; readonly message: string };

export const policySections = {
  fees: fees.optional().describe('In percent of the amount.'),
  plans: checked(plans, contradictingPlans).optional().describe('Prices per month and purchase limits, in dollars.'),
  bounds: checked(deposits, contradictingBounds).optional().describe('In whole units of any currency.'),
  kyc_limits: checked(kycLimits, contradictingLimits)
    .optional()
    .describe('Sends and withdrawals by level, in dollars per UTC day and month.'),
  confirmation_thresholds: thresholds.optional().describe('In dollars.'),
};

type Sections = z.output<z.ZodObject<typeof policySections>>;

export function policyOf({ fees, plans, bounds, kyc_limits, confirmation_thresholds: thresholds }: Sections): Policy {
  const { secondFactor, secondOperator } = defaultPolicy.thresholds;
  return {
    fees: { ...defaultPolicy.fees, ...present(fees ?? {}) },
    plans: plansOf(plans ?? {}),
    ...boundsOf(bounds ?? {}),
    outflowLimits: limitsOf(kyc_limits ?? {}),
    thresholds: {
      secondFactor: amountOf('USD', thresholds?.second_factor ?? secondFactor.units),
      secondOperator: amountOf('USD', thresholds?.second_operator ?? secondOperator.units),
    },
  };
}

/** Drops the keys without a value, which would hide a default. */
const present = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: NonNullable<T[Key]>;
  };

function plansOf({ personal, pro, business }: z.output<typeof plans>): Policy['plans'] {
  const limitOf = (name: keyof Policy['plans'], cents: bigint | null | undefined) => {
    if (cents === undefined) return defaultPolicy.plans[name].purchaseLimit;
    return cents === null ? null : amountOf('USD', cents);
  };
  const priceOf = (name: 'pro' | 'business', cents: bigint | undefined) =>
    amountOf('USD', cents ?? defaultPolicy.plans[name].price.units);
  return {
    personal: {
      price: defaultPolicy.plans.personal.price,
      purchaseLimit: limitOf('personal', personal?.purchase_limit),
    },
    pro: { price: priceOf('pro', pro?.price), purchaseLimit: limitOf('pro', pro?.purchase_limit) },
    business: {
      price: priceOf('business', business?.price),
      purchaseLimit: limitOf('business', business?.purchase_limit),
    },
  };
}

function contradictingPlans(given: z.output<typeof plans>): Contradiction[] {
  const { personal, pro, business } = plansOf(given);
  const problems: Contradiction[] = [];
  if (business.price.units <= pro.price.units)
    problems.push({
      path: ['business', 'price'],
      message: `must be above the price of Pro, ${formatAmount(pro.price)}`,
    });
  for (const [name, limit, smaller] of [
    ['pro', pro.purchaseLimit, personal.purchaseLimit],
    ['business', business.purchaseLimit, pro.purchaseLimit],
  ] as const)
    if (limit && (!smaller || limit.units < smaller.units))
      problems.push({
        path: [name, 'purchase_limit'],
        message: `must not be below the limit of the smaller plan, ${smaller ? formatAmount(smaller) : 'no limit'}`,
      });
  return problems;
}

function boundsOf({ deposit, withdrawal }: z.output<typeof deposits>): Pick<Policy, 'deposits' | 'withdrawals'> {
  const decimal = (cents: bigint | undefined, otherwise: string) =>
    cents === undefined ? otherwise : toDecimal(amountOf('USD', cents));
  const withDefaults = (given: typeof deposit, { minimum, maximum }: Bounds) => ({
    minimum: decimal(given?.minimum, minimum),
    maximum: decimal(given?.maximum, maximum),
  });
  return {
    deposits: withDefaults(deposit, defaultPolicy.deposits),
    withdrawals: withDefaults(withdrawal, defaultPolicy.withdrawals),
  };
}

function contradictingBounds(given: z.output<typeof deposits>): Contradiction[] {
  const { deposits: deposit, withdrawals: withdrawal } = boundsOf(given);
  return Object.entries({ deposit, withdrawal }).flatMap(([name, { minimum, maximum }]) =>
    hundredths(minimum) > hundredths(maximum)
      ? [{ path: [name, 'minimum'], message: `must not be above the maximum, ${maximum}` }]
      : [],
  );
}

const levels = [0, 1, 2] as const;

function limitsOf(given: z.output<typeof kycLimits>): OutflowLimits {
  const of = (one: (typeof levels)[number]) => ({ ...defaultPolicy.outflowLimits[one], ...present(given[one] ?? {}) });
  return { 0: of(0), 1: of(1), 2: of(2) };
}

function contradictingLimits(given: z.output<typeof kycLimits>): Contradiction[] {
  const limits = limitsOf(given);
  const shown = (cents: bigint) => formatAmount(amountOf('USD', cents));
  return levels.flatMap((one) => {
    const { day, month } = limits[one];
    const problems: Contradiction[] = [];
    if (day > month)
      problems.push({ path: [String(one), 'day'], message: `must not be above the month’s limit, ${shown(month)}` });
    if (one === 0) return problems;
    const lower = limits[one === 1 ? 0 : 1];
    for (const period of ['day', 'month'] as const)
      if (limits[one][period] < lower[period])
        problems.push({
          path: [String(one), period],
          message: `must not be below the limit of level ${one - 1}, ${shown(lower[period])}`,
        });
    return problems;
  });
}
