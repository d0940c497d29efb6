// Formats figures like the screens, computed here independently from the exact fields of the API.

const signs: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' };

/** Formats an amount: `$1,204.35`, `−£40.80`, `0.00077903 BTC`, or `+$500.00` with `plus`. */
export function shown(asset: string, exact: string, { plus = false } = {}): string {
  const [, minus, integer = '', fraction = ''] = /^(-?)(\d+)(\.\d+)$/.exec(exact) ?? [];
  const sign = minus ? '−' : plus ? '+' : '';
  const figure = `${sign}${signs[asset] ?? ''}${integer.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${fraction}`;
  return asset in signs ? figure : `${figure} ${asset}`;
}

/** Converts an exact field to its smallest unit: `-102.00` is -10200n, `0.00077903` is 77903n. */
export const unitsOf = (exact: string): bigint => BigInt(exact.replace('.', ''));

/** Converts units to an exact field, with two decimals for money and eight for coins. */
export function exactOf(units: bigint, decimals: 2 | 8 = 2): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export const sumOf = (exacts: readonly string[]): bigint => exacts.reduce((sum, exact) => sum + unitsOf(exact), 0n);
