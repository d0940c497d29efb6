import { negate, type Amount } from '@florin/money';
import { fromExact } from '../api/exact.ts';
import type { Transaction } from '../api/read/answers.ts';
import { counterAmount } from './counter-amount.ts';

/**
 * How much a transaction is about that changed nothing, with the sign that it had or would have: of a send that was
 * cancelled what was reserved, fee included, which is the figure that was shown while it waited.
 */
export function amountAtStake(transaction: Transaction, incoming: boolean): Amount {
  const { currency, reserved_exact: reserved } = transaction;
  const size = reserved === undefined ? counterAmount(transaction) : fromExact(currency, reserved);
  return incoming ? size : negate(size);
}
