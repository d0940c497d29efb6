import type { Amount } from '@florin/money';
import type { Holding } from '../../api/read/answers.ts';

/**
 * Returns the percentage by which coin prices changed the total balance in 24 hours. Deposits and payments do not
 * count. Returns undefined without holdings.
 */
export function dayChangeOf(total: Amount<'USD'>, holdings: readonly Holding[]): number | undefined {
  if (holdings.length === 0) return undefined;
  const now = Number(total.units) / 100;
  const before = now - holdings.reduce((sum, { value, change }) => sum + value - value / (1 + change / 100), 0);
  return before > 0 ? (now / before - 1) * 100 : undefined;
}
