import { parseTyped, type Amount } from '@florin/money';
import { amountProblemText } from '../../wallet-ui/amount-problem.ts';
import { decimalSeparator } from '../../wallet-ui/typed-amount.ts';

type ReadPurchase =
  | { readonly amount: Amount<'USD'>; readonly problem?: undefined }
  | { readonly amount?: undefined; readonly problem: string };

/** The dollars to spend, or the specification's sentence, in its order. */
export function readPurchase(symbol: string | undefined, amountText: string): ReadPurchase {
  if (symbol === undefined || amountText.trim() === '') {
    return { problem: 'Please select a cryptocurrency and enter amount' };
  }
  const { amount, problem } = parseTyped('USD', amountText, decimalSeparator());
  return amount ? { amount } : { problem: amountProblemText('USD', problem) };
}
