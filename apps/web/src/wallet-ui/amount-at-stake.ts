import { negate, type Amount } from '@florin/money';
import { fromExact } from '../api/exact.ts';
import type { Transaction } from '../api/read/answers.ts';
import { counterAmount } from './counter-amount.ts';

/**
 * Returns the signed amount to show for a transaction that did not change the wallet. A canceled send shows the same
 * reserved amount as the pending send, including the fee.
 */
export function amountAtStake(transaction: Transaction, incoming: boolean): Amount {
  const { currency, reserved_exact: reserved } = transaction;
  const size = reserved === undefined ? counterAmount(transaction) : fromExact(currency, reserved);
  return incoming ? size : negate(size);
}
