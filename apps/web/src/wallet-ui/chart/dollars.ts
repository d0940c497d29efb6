import { decimalText } from '../../ui/decimal-text.ts';
import { numberFormat } from '../../ui/number-format.ts';

/** A price or a difference of prices as text: cents from one dollar on, four digits that say something below it. */
export function dollarsText(value: number, sign: 'negative' | 'always' = 'negative'): string {
  const size = Math.abs(value);
  const decimals = size >= 1 || size === 0 ? 2 : Math.min(12, 3 - Math.floor(Math.log10(size)));
  return figure(value, Math.min(2, decimals), decimals, sign);
}

/** A tick of an axis, with the decimals that its step needs, the same for all. */
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

/** With the real minus, as everywhere. */
function figure(value: number, least: number, most: number, signDisplay: 'negative' | 'always'): string {
  const text = decimalText(value, least, most);
  if (text.startsWith('-')) return `−$${text.slice(1)}`;
  return signDisplay === 'always' ? `+$${text}` : `$${text}`;
}
