import { parsePrice, type UsdPerCoin } from '@florin/money';
import { SourceFailure } from '../polling/source-failure.ts';

/** `parsePrice` reads at most 18 decimals. */
export const maxDecimals = 18;

/**
 * Parses a rate as an exact decimal above zero, without rounding. A JavaScript number is read as its shortest decimal
 * form, which is how the source wrote it.
 *
 * @throws SourceFailure
 */
export function exactRate(value: unknown, currency: string, decimals = maxDecimals): UsdPerCoin {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:\.(\d{1,30}))?$/.exec(text) ?? [];
  if (whole === '') throw new SourceFailure(`the rate of ${currency} is not a decimal number above zero`);
  if (fraction.length > decimals) throw new SourceFailure(`the rate of ${currency} has more than ${decimals} decimals`);
  if (/^0*$/.test(whole + fraction)) throw new SourceFailure(`the rate of ${currency} is zero`);
  return parsePrice(text);
}
