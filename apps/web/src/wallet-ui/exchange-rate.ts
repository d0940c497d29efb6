import type { ExchangeQuote } from '@florin/contract';

/** Formats a rate as `1 USD = 0.9174 EUR`, rounding the server's six decimals to four. */
export const rateLine = ({ from, to, rate }: Pick<ExchangeQuote, 'from' | 'to' | 'rate'>): string =>
  `1 ${from} = ${toFourDecimals(rate)} ${to}`;

/** Rounds a decimal text to four decimals, half up. */
export function toFourDecimals(rate: string): string {
  const [integer = '0', fraction = ''] = rate.split('.');
  const hundredMillionths = BigInt(integer + fraction.padEnd(8, '0').slice(0, 8));
  const digits = ((hundredMillionths + 5_000n) / 10_000n).toString().padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}
