import { BankFileError } from './bank-file.ts';

/** An exact decimal number: `units / 10^scale`. */
export type Decimal = { readonly units: bigint; readonly scale: number };

export const zero: Decimal = { units: 0n, scale: 0 };

const MAXIMUM_LENGTH = 40;
const decimalText = /^([+-]?)(\d*)(?:[.,](\d*))?$/;

/** Reads `12.5`, `12,5`, `12,`, `.5` and `-12`. Throws a `BankFileError` for any other text. */
export function parseDecimal(text: string): Decimal {
  const [, sign, whole = '', fraction = ''] = decimalText.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '' || text.length > MAXIMUM_LENGTH)
    throw new BankFileError(`"${text.slice(0, MAXIMUM_LENGTH)}" is not an amount.`);
  const units = BigInt(whole + fraction);
  return { units: sign === '-' ? -units : units, scale: fraction.length };
}

/** Returns an amount from an integer text of the currency's smallest unit, such as BAI2's `+1250`. */
export function parseMinorUnits(text: string, currency: string): Decimal {
  if (!/^[+-]?\d+$/.test(text) || text.length > MAXIMUM_LENGTH)
    throw new BankFileError(`"${text.slice(0, MAXIMUM_LENGTH)}" is not an amount.`);
  return { units: BigInt(text), scale: decimalsOf(currency) };
}

export const negate = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale });

export function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { units: scaledTo(scale, left) + scaledTo(scale, right), scale };
}

export const equals = (left: Decimal, right: Decimal): boolean => add(left, negate(right)).units === 0n;

/** Returns the shortest text with at least the currency's decimals: `12.50`, `-0.125`. */
export function toText({ units, scale }: Decimal, currency: string): string {
  const minimum = decimalsOf(currency);
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits
    .slice(digits.length - scale)
    .replace(/0+$/, '')
    .padEnd(minimum, '0');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Returns whether the amount has no more decimals than its currency. */
export const fits = (amount: Decimal, currency: string): boolean =>
  amount.units % 10n ** BigInt(Math.max(0, amount.scale - decimalsOf(currency))) === 0n;

const scaledTo = (scale: number, { units, scale: own }: Decimal): bigint => units * 10n ** BigInt(scale - own);

const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const withThreeDecimals = 'BHD IQD JOD KWD LYD OMR TND';
const withFourDecimals = 'CLF UYW';
// The decimals of ISO 4217. `Intl` follows the spelling of people instead, so it has no decimals for HUF or RSD.
const decimals: ReadonlyMap<string, number> = new Map([
  ...withoutDecimals.split(' ').map((currency) => [currency, 0] as const),
  ...withThreeDecimals.split(' ').map((currency) => [currency, 3] as const),
  ...withFourDecimals.split(' ').map((currency) => [currency, 4] as const),
]);

/** Returns the number of the currency's decimals in ISO 4217, or 2 for an unknown code. */
export const decimalsOf = (currency: string): number => decimals.get(currency) ?? 2;
