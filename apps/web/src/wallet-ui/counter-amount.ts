import { amountOf, type Amount } from '@florin/money';
import { fromExact } from '../api/exact.ts';
import type { Transaction } from '../api/read/answers.ts';

type Counted = Pick<Transaction, 'amount_exact' | 'currency' | 'counter_amount_exact' | 'counter_currency'>;

/**
 * Returns the amount that the other side gets. Falls back to the wallet's own amount if the server sends no such
 * amount.
 */
export function counterAmount({ counter_currency: asset, counter_amount_exact: exact, ...line }: Counted): Amount {
  if (asset !== undefined && exact !== undefined) return fromExact(asset, exact);
  const { units } = fromExact(line.currency, line.amount_exact);
  return amountOf(line.currency, units < 0n ? -units : units);
}
