import { priceText } from '@florin/money';

const priceDecimals = 10;
const unitsPerDollar = 10n ** BigInt(priceDecimals);
/** At a lower price, an ordinary purchase would overflow the ledger's 64-bit units of 10^-8 coin. */
const minUnits = unitsPerDollar / 1_000_000n;
/** Far above the price of any coin. */
const maxUnits = 1_000_000_000n * unitsPerDollar;
/** A number with a larger exponent is always outside the bounds. */
const maxPower = 100;

/** The reason why a price is rejected, for the log. */
export type PriceProblem = { readonly problem: string };

/**
 * Converts a price to an exact decimal without an exponent, with 2 to 10 decimals, rounded half up. A JavaScript number is
 * read as its shortest decimal form, which is how the source wrote it.
 */
export function exactPrice(value: unknown): string | PriceProblem {
  if (typeof value !== 'number' && typeof value !== 'string') return { problem: 'not a number' };
  const match = /^(-?)(\d{1,60})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,5}))?$/.exec(String(value));
  if (!match) return { problem: 'not a finite number' };
  const [, minus, whole = '', fraction = '', exponent = '0'] = match;
  if (minus) return { problem: 'below zero' };
  const digits = BigInt(whole + fraction);
  if (digits === 0n) return { problem: 'zero' };
  const units = shiftDecimal(digits, Number(exponent) - fraction.length + priceDecimals);
  if (units === 'far too large' || units > maxUnits) return { problem: 'above a billion dollars' };
  if (units < minUnits) return { problem: 'below a millionth of a dollar' };
  // Keeps at least two decimals.
  return priceText({ units, decimals: priceDecimals }).replace(/(\.\d\d\d*?)0+$/, '$1');
}

/** Multiplies by a power of ten, rounding half up. */
function shiftDecimal(digits: bigint, power: number): bigint | 'far too large' {
  if (power > maxPower) return 'far too large';
  if (power >= 0) return digits * 10n ** BigInt(power);
  if (power < -2 * maxPower) return 0n;
  const divisor = 10n ** BigInt(-power);
  return (2n * digits + divisor) / (2n * divisor);
}
