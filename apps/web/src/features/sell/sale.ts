import { isMoreThan, parseTyped, type Amount } from '@florin/money';
import { amountProblemText } from '../../wallet-ui/amount-problem.ts';
import { decimalSeparator } from '../../wallet-ui/typed-amount.ts';

type ReadSale =
  | { readonly amount: Amount; readonly problem?: undefined }
  | { readonly amount?: Amount; readonly problem: string };

/** The coins to sell, or the specification's sentence, in its order. An amount beyond what is held is told as well. */
export function readSale(held: Amount, amountText: string): ReadSale {
  if (amountText.trim() === '') return { problem: 'Please select a cryptocurrency and enter amount' };
  const { amount, problem } = parseTyped(held.asset, amountText, decimalSeparator());
  if (!amount) return { problem: amountProblemText(held.asset, problem) };
  return isMoreThan(amount, held) ? { amount, problem: 'Insufficient balance' } : { amount };
}
