import type { Bounds } from '@florin/contract';
import { formatAmount, isMoreThan, parseAmount, type Amount, type FiatCode } from '@florin/money';
import { Refusal } from '../../platform/refusal.ts';

const bound = (decimal: string, amount: Amount<FiatCode>) => parseAmount(amount.asset, decimal).amount ?? amount;

export const isBelow = ({ minimum }: Bounds, amount: Amount<FiatCode>): boolean =>
  isMoreThan(bound(minimum, amount), amount);

/**
 * Errors: `invalid_amount` outside the bounds.
 *
 * @param wasBegun returns true for a repeated command, whose first attempt may have had other bounds
 */
export async function assertWithin(
  bounds: Bounds,
  amount: Amount<FiatCode>,
  verb: 'Add' | 'Withdraw',
  wasBegun = async () => false,
): Promise<void> {
  const maximum = bound(bounds.maximum, amount);
  if ((!isBelow(bounds, amount) && !isMoreThan(amount, maximum)) || (await wasBegun())) return;
  const minimum = bound(bounds.minimum, amount);
  const sentence = `${verb} between ${formatAmount(minimum)} and ${formatAmount(maximum)} at a time.`;
  throw new Refusal('invalid_amount', sentence, { fields: { amount: sentence } });
}
