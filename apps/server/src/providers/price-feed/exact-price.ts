import { priceText } from '@florin/money';

const priceDecimals = 10;
const one = 10n ** BigInt(priceDecimals);
/** Below a millionth of a dollar an ordinary purchase would overflow the ledger's 64-bit units of 10^-8 coin. */
const least = one / 1_000_000n;
/** No coin has ever been near it. */
const most = 1_000_000_000n * one;
/** A power of ten beyond this cannot end between the two bounds. */
const furthestPower = 100;

/** Why a price is not believed, in words for the log. */
export type PriceProblem = { readonly problem: string };

/**
 * A price as exact decimal: at most 10 decimals, rounded half up, at least 2, no exponent. A number counts as the
 * shortest decimal that reads as it, which is the one that was written down.
 */
export function exactPrice(said: unknown): string | PriceProblem {
  if (typeof said !== 'number' && typeof said !== 'string') return { problem: 'no number' };
  const written = /^(-?)(\d{1,60})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,5}))?$/.exec(String(said));
  if (!written) return { problem: 'no finite number' };
  const [, minus, whole = '', fraction = '', exponent = '0'] = written;
  if (minus) return { problem: 'below zero' };
  const digits = BigInt(whole + fraction);
  if (digits === 0n) return { problem: 'zero' };
  const units = shifted(digits, Number(exponent) - fraction.length + priceDecimals);
  if (units === 'far too large' || units > most) return { problem: 'above a billion dollars' };
  if (units < least) return { problem: 'below a millionth of a dollar' };
  // Two decimals stay, as a price is written.
  return priceText({ units, decimals: priceDecimals }).replace(/(\.\d\d\d*?)0+$/, '$1');
}

/** Times ten to that power; half goes up. */
function shifted(digits: bigint, power: number): bigint | 'far too large' {
  if (power > furthestPower) return 'far too large';
  if (power >= 0) return digits * 10n ** BigInt(power);
  if (power < -2 * furthestPower) return 0n;
  const divisor = 10n ** BigInt(-power);
  return (2n * digits + divisor) / (2n * divisor);
}
