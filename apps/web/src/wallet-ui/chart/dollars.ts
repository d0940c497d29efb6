import { decimalText } from '../../ui/decimal-text.ts';
import { numberFormat } from '../../ui/number-format.ts';

/** Formats a price or price change: two decimals from one dollar up, four significant digits below one dollar. */
export function dollarsText(value: number, sign: 'negative' | 'always' = 'negative'): string {
  const size = Math.abs(value);
  const decimals = size >= 1 || size === 0 ? 2 : Math.min(12, 3 - Math.floor(Math.log10(size)));
  return figure(value, Math.min(2, decimals), decimals, sign);
}

/** Formats an axis tick with as many decimals as the step needs. */
export function dollarTick(value: number, step: number): string {
  const decimals = Math.min(12, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
  if (Math.abs(value) >= 1_000_000) return compactTick(value);
  const digits = decimals === 1 ? 2 : decimals;
  return figure(value, digits, digits, 'negative');
}

const compactTick = numberFormat({
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 4,
});

/** Formats dollars with the minus sign U+2212. */
function figure(value: number, minDecimals: number, maxDecimals: number, signDisplay: 'negative' | 'always'): string {
  const text = decimalText(value, minDecimals, maxDecimals);
  if (text.startsWith('-')) return `−$${text.slice(1)}`;
  return signDisplay === 'always' ? `+$${text}` : `$${text}`;
}
