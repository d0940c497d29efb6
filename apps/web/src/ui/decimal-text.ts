/**
 * Formats a number in English with thousands separators and `min` to `max` decimals: `-1,234.50`. Zero has no sign.
 * Does not use `Intl.NumberFormat`, because its first format delays the first screen by about 15 ms, and by four times
 * as much on a phone. A test compares the results.
 */
export function decimalText(value: number, min: number, max = min): string {
  const digits = roundedUnits(Math.abs(value), max)
    .toString()
    .padStart(max + 1, '0');
  const cut = digits.length - max;
  const fraction = trimmed(digits.slice(cut), min);
  const text = `${groupThousands(digits.slice(0, cut))}${fraction && `.${fraction}`}`;
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}

/** The value in units of the last decimal. Rounds halves up, based on the number's decimal digits. */
function roundedUnits(value: number, decimals: number): bigint {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const units = BigInt(whole + fraction);
  const surplus = fraction.length - Number(exponent) - decimals;
  if (surplus <= 0) return units * 10n ** BigInt(-surplus);
  const divisor = 10n ** BigInt(surplus);
  return (units * 2n + divisor) / (divisor * 2n);
}

function trimmed(fraction: string, min: number): string {
  const short = fraction.replace(/0+$/, '');
  return short.length < min ? fraction.slice(0, min) : short;
}

/** Adds thousands separators to digits: `1,234`. */
export const groupThousands = (integer: string) => integer.replaceAll(/\B(?=(\d{3})+$)/g, ',');
