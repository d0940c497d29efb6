import type { Amount } from '@florin/money';
import type { Holding } from '../../api/read/answers.ts';

/**
 * By how many percent the prices of the coins held have moved the total balance in 24 hours. What came in or went out is
 * no change. Nothing where no coins are held.
 */
export function dayChangeOf(total: Amount<'USD'>, holdings: readonly Holding[]): number | undefined {
  if (holdings.length === 0) return undefined;
  const now = Number(total.units) / 100;
  const before = now - holdings.reduce((sum, { value, change }) => sum + value - value / (1 + change / 100), 0);
  return before > 0 ? (now / before - 1) * 100 : undefined;
}
