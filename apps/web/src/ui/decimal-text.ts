/**
 * A number in English, with groups of thousands and so many decimals: `-1,234.50`. As `Intl.NumberFormat` says it (the
 * tests hold them to be the same), which takes some 15 ms of a screen's first second to make its first format, and four
 * times that on a phone. A zero has no sign.
 */
export function decimalText(value: number, least: number, most = least): string {
  const digits = roundedUnits(Math.abs(value), most)
    .toString()
    .padStart(most + 1, '0');
  const cut = digits.length - most;
  const fraction = trimmed(digits.slice(cut), least);
  const text = `${groupThousands(digits.slice(0, cut))}${fraction && `.${fraction}`}`;
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}

/** In units of the last decimal, halves rounded up, by the digits that the number is written with. */
function roundedUnits(value: number, decimals: number): bigint {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const units = BigInt(whole + fraction);
  const surplus = fraction.length - Number(exponent) - decimals;
  if (surplus <= 0) return units * 10n ** BigInt(-surplus);
  const divisor = 10n ** BigInt(surplus);
  return (units * 2n + divisor) / (divisor * 2n);
}

function trimmed(fraction: string, least: number): string {
  const short = fraction.replace(/0+$/, '');
  return short.length < least ? fraction.slice(0, least) : short;
}

const groupThousands = (integer: string) => integer.replaceAll(/\B(?=(\d{3})+$)/g, ',');
