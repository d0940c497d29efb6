import type { Amount } from './amount.ts';
import { assetOf } from './asset.ts';
import { powerOfTen } from './rounding.ts';

/**
 * Returns an amount as an exact decimal with all decimals of its asset: `-102.00`, `0.00077903`. A valid JSON number.
 */
export function toDecimal({ asset, units }: Amount): string {
  const { decimals } = assetOf(asset);
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** `auto` shows only a minus, `always` also a plus, `never` no sign. */
export type SignDisplay = 'auto' | 'always' | 'never';

/** The parts of an amount that pages style differently. The minus is U+2212. */
export type AmountParts = {
  readonly sign: '' | '−' | '+';
  readonly currency: string;
  readonly major: string;
  readonly minor: string;
  readonly code: string;
};

export function formatParts(amount: Amount, { sign = 'auto' as SignDisplay } = {}): AmountParts {
  const { code, sign: currency, decimals } = assetOf(amount.asset);
  const scale = powerOfTen(decimals);
  const size = amount.units < 0n ? -amount.units : amount.units;
  return {
    sign: signOf(amount.units, sign),
    currency,
    major: groupThousands(size / scale),
    minor: `.${(size % scale).toString().padStart(decimals, '0')}`,
    code,
  };
}

/** Formats an amount: `$1,204.35`, `−€40.80`, `0.00077903 BTC`. */
export function formatAmount(amount: Amount, options: { sign?: SignDisplay } = {}): string {
  const parts = formatParts(amount, options);
  const figure = `${parts.sign}${parts.currency}${parts.major}${parts.minor}`;
  return parts.currency ? figure : `${figure} ${parts.code}`;
}

function signOf(units: bigint, display: SignDisplay): AmountParts['sign'] {
  if (display === 'never' || units === 0n) return '';
  if (units < 0n) return '−';
  return display === 'always' ? '+' : '';
}

const groupThousands = (integer: bigint) => integer.toString().replaceAll(/\B(?=(\d{3})+$)/g, ',');
