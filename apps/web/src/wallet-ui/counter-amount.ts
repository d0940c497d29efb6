import { amountOf, type Amount } from '@florin/money';
import { fromExact } from '../api/exact.ts';
import type { Transaction } from '../api/read/answers.ts';

type Counted = Pick<Transaction, 'amount_exact' | 'currency' | 'counter_amount_exact' | 'counter_currency'>;

/** What reaches the other side, or what it was about. A server that does not say so has only the wallet's own amount. */
export function counterAmount({ counter_currency: asset, counter_amount_exact: exact, ...line }: Counted): Amount {
  if (asset !== undefined && exact !== undefined) return fromExact(asset, exact);
  const { units } = fromExact(line.currency, line.amount_exact);
  return amountOf(line.currency, units < 0n ? -units : units);
}
