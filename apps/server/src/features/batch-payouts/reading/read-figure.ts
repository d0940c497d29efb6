import { parseTyped, toDecimal, type Amount, type AmountProblem, type FiatCode } from '@florin/money';

export type Figure =
  | { readonly amount: Amount<FiatCode>; readonly problem?: undefined }
  | { readonly amount?: undefined; readonly problem: string };

/**
 * Reads an amount in the form of spreadsheets: `1234.50`, `1,234.50`, `1.234,50`, `1234,5`, also with the currency's
 * sign or code. `1.234` is refused, because it means 1,234 in some countries and 1.234 in others.
 */
export function readFigure(currency: FiatCode, text: string): Figure {
  if (text === '') return { problem: 'Enter an amount.' };
  const [point, comma] = [parseTyped(currency, text, '.'), parseTyped(currency, text, ',')];
  if (point.amount?.units !== comma.amount?.units) return { problem: twoReadings(point.amount ?? comma.amount) };
  return point.amount ? { amount: point.amount } : { problem: sentences[point.problem](currency) };
}

const twoReadings = (amount: Amount<FiatCode> | undefined) =>
  `This can be read in two ways. Write the amount with two decimals${amount ? `, such as ${toDecimal(amount)}` : ''}.`;

const sentences: Record<AmountProblem, (currency: FiatCode) => string> = {
  not_a_number: () => 'This is not an amount. Write it like 1234.50.',
  not_positive: () => 'The amount must be greater than 0.',
  too_large: () => 'The amount is too large.',
  too_many_decimals: (currency) => `${currency} has two decimals. Write the amount like 1234.50.`,
};
