import { formatAmount, isMoreThan, parseAmount, type Amount, type FiatCode } from '@florin/money';

/** The smallest and largest amount of one transaction, as decimal strings. */
export type Bounds = { readonly minimum: string; readonly maximum: string };

/** Formats the bounds, such as `$1.00 and $25,000.00 at a time`. */
export function boundsText(currency: FiatCode, bounds: Bounds): string {
  const { minimum, maximum } = boundsIn(currency, bounds);
  return `${formatAmount(minimum)} and ${formatAmount(maximum)} at a time`;
}

export function isWithin(amount: Amount<FiatCode>, bounds: Bounds): boolean {
  const { minimum, maximum } = boundsIn(amount.asset, bounds);
  return !isMoreThan(minimum, amount) && !isMoreThan(amount, maximum);
}

const boundsIn = (currency: FiatCode, bounds: Bounds) => ({
  minimum: boundOf(currency, bounds.minimum),
  maximum: boundOf(currency, bounds.maximum),
});

function boundOf(currency: FiatCode, decimal: string): Amount<FiatCode> {
  const { amount } = parseAmount(currency, decimal);
  if (!amount) throw new Error(`Invalid bound "${decimal}" for ${currency}`);
  return amount;
}
