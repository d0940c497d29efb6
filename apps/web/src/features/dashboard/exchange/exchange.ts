import type { Wallet } from '@florin/contract';
import {
  add,
  feeOn,
  fiatCodes,
  formatAmount,
  isMoreThan,
  largestWithFee,
  parseTyped,
  subtract,
  type Amount,
  type FiatCode,
} from '@florin/money';
import { fromExact } from '../../../api/exact.ts';
import { amountProblemText } from '../../../wallet-ui/amount-problem.ts';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { decimalSeparator } from '../../../wallet-ui/typed-amount.ts';

/** What is exchanged into what. */
export type ExchangeOrder = { readonly amount: Amount<FiatCode>; readonly to: FiatCode };

/** What leaves the wallet: the same with a quote and before there is one. */
export function exchangeSum(amount: Amount<FiatCode>) {
  const fee = feeOn('exchange', amount);
  return { amount, fee, total: add(amount, fee) };
}

/** The amount as it was typed, or why it is none. */
export function readTyped(from: FiatCode, typed: string) {
  if (typed.trim() === '') return { problem: 'Please enter an amount' };
  const { amount, problem } = parseTyped(from, typed, decimalSeparator());
  return amount ? { amount } : { problem: amountProblemText(from, problem) };
}

export type Shortage = {
  readonly sentence: string;
  /** The largest amount that the wallet can exchange and pay the fee of; none where it holds too little for any. */
  readonly most: Amount<FiatCode> | undefined;
};

/** By how much amount and fee are above what is free to use. */
export function shortageOf(amount: Amount<FiatCode>, wallet: Wallet): Shortage | undefined {
  const available = fromExact(wallet.currency, wallet.available_exact);
  const { total } = exchangeSum(amount);
  if (!isMoreThan(total, available)) return undefined;
  const most = largestWithFee('exchange', available);
  return {
    sentence: `Your ${currencyName[wallet.currency]} wallet is short by ${formatAmount(subtract(total, available))}.`,
    most: most.units > 0n ? most : undefined,
  };
}

/** Into what a currency can be exchanged. */
export const targetsOf = (from: FiatCode): FiatCode[] => fiatCodes.filter((code) => code !== from);
