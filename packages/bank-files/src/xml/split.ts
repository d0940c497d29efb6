import { add, equals, negate, zero, type Decimal } from '../decimal.ts';
import { amountSources, type Detail } from './detail.ts';
import { signed, type Direction, type Money } from './values.ts';

export type BookedAmount = {
  /** The amount with its sign. */
  readonly amount: Decimal;
  readonly currency: string | null;
  readonly direction: Direction;
};

/**
 * Returns the amount of each detail with its sign, if all amounts are in the entry's currency and add up to the entry.
 * Otherwise returns null, because details can repeat the total, be in other currencies, or leave out charges.
 */
export function amountsOfDetails(details: readonly Detail[], entry: BookedAmount): readonly Decimal[] | null {
  if (details.length < 2) return null;
  for (const source of amountSources.keys()) {
    const amounts = details.flatMap((detail) => amountIn(entry.currency, detail, source) ?? []);
    if (amounts.length < details.length) return null;
    const withOwnSigns = amounts.map((amount, index) => signed(amount, details[index]?.direction ?? entry.direction));
    const sum = sumOf(withOwnSigns);
    if (equals(sum, entry.amount)) return withOwnSigns;
    // A reversal can repeat the signs of the reversed payments. The direction of the reversal itself is the entry's
    // direction.
    const areAllOpposite = details.every(({ direction }) => direction !== null && direction !== entry.direction);
    if (areAllOpposite && equals(sum, negate(entry.amount))) return withOwnSigns.map(negate);
  }
  return null;
}

/** Returns the amount from the preferred place, otherwise from the first place with an amount in this currency. */
function amountIn(currency: string | null, { amounts }: Detail, source: number): Decimal | null {
  const fits = (money: Money | null | undefined) =>
    money !== null && money !== undefined && (money.currency === null || money.currency === currency);
  const preferred = amounts[source];
  return (fits(preferred) ? preferred : amounts.find(fits))?.amount ?? null;
}

const sumOf = (amounts: readonly Decimal[]): Decimal => amounts.reduce(add, zero);
