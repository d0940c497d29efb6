import { typedDecimal } from '@florin/money';
import { decimalSeparator } from '../../wallet-ui/typed-amount.ts';
import { convert, parseDecimal, rateBetween, rateText, type ConverterCode, type Decimal } from './converter-rates.ts';

/** What the converter's reader has typed and chosen. */
export type Conversion = { readonly typed: string; readonly from: ConverterCode; readonly to: ConverterCode };

export const firstConversion: Conversion = { typed: '100', from: 'USD', to: 'EUR' };

export const swapped = ({ typed, from, to }: Conversion): Conversion => ({ typed, from: to, to: from });

/** An empty or unreadable amount gives a result of 0. */
export const resultOf = ({ typed, from, to }: Conversion): string =>
  convert(readFigure(typed) ?? nothing, rateBetween(from, to));

/** `1 USD = 0.9200 EUR` */
export const rateLine = ({ from, to }: Conversion): string => `1 ${from} = ${rateText(rateBetween(from, to))} ${to}`;

/** `Conversion: 100 USD = 92.00 EUR` */
export function conversionSentence(conversion: Conversion): string {
  const { typed, from, to } = conversion;
  const amount = readFigure(typed) ? typed.trim() : '0';
  return `Conversion: ${amount} ${from} = ${resultOf(conversion)} ${to}`;
}

const nothing: Decimal = { units: 0n, decimals: 0 };

/** A figure and not money: it may be as large, and have as many decimals, as it was typed with. */
const readFigure = (typed: string): Decimal | undefined => parseDecimal(typedDecimal(typed, decimalSeparator()));
