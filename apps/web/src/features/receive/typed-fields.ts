import { canonicalEmail } from '@florin/contract';
import { parseTyped, type Amount, type FiatCode } from '@florin/money';
import { amountProblemText } from '../../wallet-ui/amount-problem.ts';
import { decimalSeparator } from '../../wallet-ui/typed-amount.ts';

export type ReadAmount =
  | { readonly amount: Amount<FiatCode>; readonly error?: undefined }
  | { readonly amount?: undefined; readonly error: string };

/** Parses a typed amount. Checks for a missing amount first, then for an invalid one. */
export function readTypedAmount(currency: FiatCode, typed: string): ReadAmount {
  if (typed.trim() === '') return { error: 'Please enter an amount' };
  const { amount, problem } = parseTyped(currency, typed, decimalSeparator());
  return amount ? { amount } : { error: amountProblemText(currency, problem) };
}

export const emailProblem = (typed: string): string | undefined =>
  canonicalEmail(typed) === undefined ? 'Enter an email such as name@example.com' : undefined;
