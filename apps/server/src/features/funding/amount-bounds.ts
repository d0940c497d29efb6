import { formatAmount, isMoreThan, parseAmount, type Amount, type FiatCode } from '@florin/money';
import { Refusal } from '../../platform/refusal.ts';

/** Refusals: `invalid_amount` outside the bounds, which are in the currency's whole units. */
export function assertWithin(
  bounds: { readonly minimum: string; readonly maximum: string },
  amount: Amount<FiatCode>,
  verb: 'Add' | 'Withdraw',
): void {
  const bound = (decimal: string) => parseAmount(amount.asset, decimal).amount ?? amount;
  const [minimum, maximum] = [bound(bounds.minimum), bound(bounds.maximum)];
  if (!isMoreThan(minimum, amount) && !isMoreThan(amount, maximum)) return;
  const sentence = `${verb} between ${formatAmount(minimum)} and ${formatAmount(maximum)} at a time.`;
  throw new Refusal('invalid_amount', sentence, { fields: { amount: sentence } });
}
