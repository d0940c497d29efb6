import { typedDecimal } from '@florin/money';
import { decimalSeparator } from '../../wallet-ui/typed-amount.ts';
import { convert, parseDecimal, rateBetween, rateText, type ConverterCode, type Decimal } from './converter-rates.ts';

/** The converter's typed amount and selected currencies. */
export type Conversion = { readonly typed: string; readonly from: ConverterCode; readonly to: ConverterCode };

export const firstConversion: Conversion = { typed: '100', from: 'USD', to: 'EUR' };

export const swapped = ({ typed, from, to }: Conversion): Conversion => ({ typed, from: to, to: from });

/** Returns the converted amount, such as `92.00`. An empty or invalid amount converts to 0. */
export const resultOf = ({ typed, from, to }: Conversion): string =>
  convert(readNumber(typed) ?? zero, rateBetween(from, to));

/** Formats the rate, such as `1 USD = 0.9200 EUR`. */
export const rateLine = ({ from, to }: Conversion): string => `1 ${from} = ${rateText(rateBetween(from, to))} ${to}`;

/** Formats the result, such as `Conversion: 100 USD = 92.00 EUR`. */
export function conversionSentence(conversion: Conversion): string {
  const { typed, from, to } = conversion;
  const amount = readNumber(typed) ? typed.trim() : '0';
  return `Conversion: ${amount} ${from} = ${resultOf(conversion)} ${to}`;
}

const zero: Decimal = { units: 0n, decimals: 0 };

/** Parses a plain number, not money: its size and decimals are unlimited. */
const readNumber = (typed: string): Decimal | undefined => parseDecimal(typedDecimal(typed, decimalSeparator()));
