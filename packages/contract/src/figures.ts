import { amountOf, feePercent, formatAmount, formatParts, parseAmount, priceSend, type Amount } from '@florin/money';
import type { Policy } from './policy.ts';

/**
 * The figures of a policy by the names that texts use: `Sending costs {{send.fee}}.` Texts also use the brand's name.
 */
export type PolicyFigures = Readonly<Record<string, string>>;

/** The amount of the sample payment on the landing and sign-in pages. */
export const samplePayment = amountOf('USD', 100_00n);

export function policyFigures({ fees, plans, deposits, outflowLimits, thresholds }: Policy): PolicyFigures {
  const sample = priceSend(samplePayment, fees.send);
  return {
    /** In basis points, for programs. */
    fees: [fees.send, fees.buy, fees.sell, fees.exchange].join(' '),
    'send.fee': feePercent(fees.send),
    'buy.fee': feePercent(fees.buy),
    'sell.fee': feePercent(fees.sell),
    'exchange.fee': feePercent(fees.exchange),
    'deposit.minimum': wholeUnits(deposits.minimum),
    'deposit.maximum': wholeUnits(deposits.maximum),
    'confirmed.day': dollars(amountOf('USD', outflowLimits[1].day)),
    'confirmed.month': dollars(amountOf('USD', outflowLimits[1].month)),
    'verified.day': dollars(amountOf('USD', outflowLimits[2].day)),
    'verified.month': dollars(amountOf('USD', outflowLimits[2].month)),
    'unconfirmed.day': dollars(thresholds.secondFactor),
    'personal.limit': limitOf(plans.personal.purchaseLimit),
    'pro.limit': limitOf(plans.pro.purchaseLimit),
    'business.limit': limitOf(plans.business.purchaseLimit),
    'pro.price': dollars(plans.pro.price),
    'business.price': dollars(plans.business.price),
    ...partsOf('pro.price', plans.pro.price),
    ...partsOf('business.price', plans.business.price),
    ...partsOf('sample.fee', sample.fee),
    ...partsOf('sample.total', sample.total),
    'sample.total': formatAmount(sample.total),
    'personal.limit.title': limitTitle(plans.personal.purchaseLimit),
    'pro.limit.title': limitTitle(plans.pro.purchaseLimit),
    'business.limit.title': limitTitle(plans.business.purchaseLimit),
  };
}

/** Replaces the names of figures in a text. Other text in braces stays. */
export const withFigures = (text: string, figures: PolicyFigures): string =>
  text.replaceAll(/\{\{([a-z.]+)\}\}/g, (mark, name: string) => figures[name] ?? mark);

/** Leaves out zero cents: `$1,000`, `$9.99`. */
const dollars = (amount: Amount<'USD'>): string => formatAmount(amount).replace(/\.00$/, '');

const limitOf = (limit: Amount<'USD'> | null): string => (limit ? dollars(limit) : 'no limit');
const limitTitle = (limit: Amount<'USD'> | null): string => (limit ? dollars(limit) : 'Unlimited');

/** The parts that pages style differently. */
function partsOf(name: string, amount: Amount<'USD'>): PolicyFigures {
  const { major, minor } = formatParts(amount);
  return { [`${name}.major`]: major, [`${name}.minor`]: minor };
}

/** Leaves out zero cents and the sign, because bounds apply to every currency: `25,000`, `0.50`. */
function wholeUnits(decimal: string): string {
  const { amount } = parseAmount('USD', decimal);
  if (!amount) throw new Error(`${decimal} is not an amount`);
  const { major, minor } = formatParts(amount);
  return minor === '.00' ? major : `${major}${minor}`;
}
