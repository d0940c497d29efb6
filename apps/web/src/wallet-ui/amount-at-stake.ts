import { negate, type Amount } from '@florin/money';
import { fromExact } from '../api/exact.ts';
import type { Transaction } from '../api/read/answers.ts';
import { counterAmount } from './counter-amount.ts';

/**
 * Returns the signed amount to show for a transaction that did not change the wallet. A canceled send shows its reserved
 * amount, fee included, as it did while pending.
 */
export function amountAtStake(transaction: Transaction, incoming: boolean): Amount {
  const { currency, reserved_exact: reserved } = transaction;
  const size = reserved === undefined ? counterAmount(transaction) : fromExact(currency, reserved);
  return incoming ? size : negate(size);
}
