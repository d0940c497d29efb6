import { parsePrice, rateText, type MidRates, type UsdPerCoin } from '@florin/money';

/** A fraction of whole numbers. */
type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

/**
 * The plausible dollars per euro and per pound. Since 1999 a euro was worth 0.83 to 1.60 dollars, and a pound 1.06 to
 * 2.11. So the bounds also catch inverted rates, which give at most 0.94 for a pound.
 */
const plausible = {
  EUR: { min: parsePrice('0.75'), max: parsePrice('1.75') },
  GBP: { min: parsePrice('0.95'), max: parsePrice('2.20') },
} as const;

/** Used only to read an order that was executed already. Nothing is exchanged at these rates, because they are stale. */
export const roughRates: MidRates = { USD: parsePrice('1'), EUR: parsePrice('1.15'), GBP: parsePrice('1.33') };

/**
 * The largest change within a day, in basis points. Since 1999 only one daily change exceeded it: that of the pound on
 * June 24, 2016.
 */
const usualPoints = 500;
/** The bound grows with the square root of time, as random walks do, but not beyond this. */
const widestPoints = 1_500;
const dayMs = 24 * 60 * 60 * 1000;

/** Returns the reason why the rates are not plausible, for the log. */
export function implausible(rates: MidRates): string | undefined {
  for (const [code, { min, max }] of Object.entries(plausible)) {
    const currency = code === 'EUR' ? 'EUR' : 'GBP';
    const value = dollarsFor(rates, currency);
    const isInside = compare(value, fractionOf(min)) >= 0n && compare(value, fractionOf(max)) <= 0n;
    if (!isInside) return `${code} at ${rateText(currency, 'USD', rates)} dollars is not plausible`;
  }
  return undefined;
}

type Dated = { readonly mid: MidRates; readonly at: Date };

/** Are the next rates close enough to the last ones to be accepted immediately? */
export function isNear(last: Dated, next: Dated): boolean {
  const days = Math.max(1, (next.at.getTime() - last.at.getTime()) / dayMs);
  const points = BigInt(Math.floor(Math.min(widestPoints, usualPoints * Math.sqrt(days))));
  return (['EUR', 'GBP'] as const).every((code) =>
    isWithin(points, dollarsFor(last.mid, code), dollarsFor(next.mid, code)),
  );
}

/** Returns whether both tables give the same rates. */
export const isSame = (one: MidRates, other: MidRates): boolean =>
  (['EUR', 'GBP'] as const).every((code) => compare(dollarsFor(one, code), dollarsFor(other, code)) === 0n);

/** The distance is symmetric: a fall to four fifths equals a rise by a quarter. */
function isWithin(points: bigint, one: Fraction, other: Fraction): boolean {
  const [a, b] = [one.numerator * other.denominator, other.numerator * one.denominator];
  const [high, low] = a > b ? [a, b] : [b, a];
  return high * 10_000n <= low * (10_000n + points);
}

const compare = (one: Fraction, other: Fraction) =>
  one.numerator * other.denominator - other.numerator * one.denominator;

const dollarsFor = (rates: MidRates, code: 'EUR' | 'GBP'): Fraction => {
  const [value, dollar] = [fractionOf(rates[code]), fractionOf(rates.USD)];
  return { numerator: value.numerator * dollar.denominator, denominator: value.denominator * dollar.numerator };
};

const fractionOf = ({ units, decimals }: UsdPerCoin): Fraction => ({
  numerator: units,
  denominator: 10n ** BigInt(decimals),
});
