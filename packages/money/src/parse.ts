import { amountOf, type Amount } from './amount.ts';
import { assetOf, type AssetCode } from './asset.ts';
import { bareFigure, namesOf } from './bare-figure.ts';

/** Why a text is not an amount. Amounts are rejected, never rounded. */
export type AmountProblem = 'not_a_number' | 'too_many_decimals' | 'too_large' | 'not_positive';
export type ParsedAmount<Code extends AssetCode = AssetCode> =
  | { readonly amount: Amount<Code>; readonly problem?: undefined }
  | { readonly amount?: undefined; readonly problem: AmountProblem };

/** The maximum number of digits before the decimal point. Amounts stay below a trillion. */
const maxIntegerDigits = 12;

/** This character is not a group separator in any locale. */
const arabicDecimalMark = '\u066b';

const plainDecimal = /^(\d+)(?:\.(\d+))?$/;

/**
 * Parses an amount above zero from a request: a JSON number or a decimal string. Rejects signs, exponents, separators
 * and more decimals than the asset has (rules api-8 and security-24).
 */
export function parseAmount<Code extends AssetCode>(asset: Code, input: string | number): ParsedAmount<Code> {
  const text = String(input);
  if (/^-(\d|\.)/.test(text)) return { problem: 'not_positive' };
  const match = plainDecimal.exec(text);
  if (!match) return { problem: 'not_a_number' };
  const [, integer = '', fraction = ''] = match;
  if (integer.length > maxIntegerDigits) return { problem: 'too_large' };
  const { decimals } = assetOf(asset);
  if (fraction.length > decimals) return { problem: 'too_many_decimals' };
  const units = BigInt(integer + fraction.padEnd(decimals, '0'));
  return units > 0n ? { amount: amountOf(asset, units) } : { problem: 'not_positive' };
}

/** Parses typed or pasted text in any form that `typedDecimal` accepts, also with the asset's sign or code. */
export function parseTyped<Code extends AssetCode>(
  asset: Code,
  text: string,
  decimalSeparator: '.' | ',' = '.',
): ParsedAmount<Code> {
  return parseAmount(asset, typedDecimal(bareFigure(text, namesOf(asset)), decimalSeparator));
}

/**
 * Converts typed text to a plain decimal: "1,000.50", "1.000,50" and "1 000.50" become `1000.50`. For an ambiguous
 * single separator ("1,000") the locale's decimal separator decides. Accepts digits of any script. Text that is not a
 * number stays invalid.
 */
export function typedDecimal(text: string, decimalSeparator: '.' | ','): string {
  // A space, an apostrophe or the Arabic thousands separator counts only before exactly three digits.
  const compact = withAsciiDigits(text.trim()).replaceAll(/(?<=\d)[\s\u00a0\u202f'’\u066c](?=\d{3}(?!\d))/g, '');
  const mark = decimalMark(compact, decimalSeparator);
  const cut = mark === undefined ? compact.length : compact.lastIndexOf(mark);
  const integer = compact.slice(0, cut);
  if (!isGrouped(integer)) return compact;
  const fraction = compact.slice(cut + 1);
  const digits = integer.replaceAll(/[.,]/g, '') || (fraction ? '0' : '');
  return fraction ? `${digits}.${fraction}` : digits;
}

/** Converts the digits of all scripts to ASCII: "１２．５", "١٢٫٥". */
const withAsciiDigits = (text: string) =>
  text
    .replaceAll(/\p{Nd}/gu, digitValue)
    .replaceAll('\uff0e', '.')
    .replaceAll('\uff0c', ',');

/** Returns the value of a digit. The ten digits of a script are consecutive from zero, and scripts may be adjacent. */
function digitValue(digit: string): string {
  const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (isDigit(first - 1)) first -= 1;
  return String((code - first) % 10);
}

function decimalMark(text: string, preferred: '.' | ','): string | undefined {
  if (text.includes(arabicDecimalMark)) return arabicDecimalMark;
  const dots = text.split('.').length - 1;
  const commas = text.split(',').length - 1;
  if (dots && commas) return text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
  if (dots + commas !== 1) return undefined;
  const only = dots ? '.' : ',';
  const couldBeGroup = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
  return couldBeGroup && only !== preferred ? undefined : only;
}

/** Accepts plain digits, groups of three with one kind of separator, or Indian groups of two before the last three. */
const isGrouped = (integer: string) =>
  /^(\d*|\d{1,3}(,\d{3})+|\d{1,3}(\.\d{3})+|\d{1,2}(,\d{2})+,\d{3})$/.test(integer);
