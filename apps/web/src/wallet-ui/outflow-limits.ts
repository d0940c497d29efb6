import type { Limits } from '@florin/contract';
import { formatAmount, isMoreThan, largestWithin, usdEquivalentCeil, type Amount, type FiatCode } from '@florin/money';
import { fromExact } from '../api/exact.ts';

type Left = { readonly day: Amount<'USD'>; readonly month: Amount<'USD'> };

/** Returns how many dollars the member can still send or withdraw today and this month. */
export const limitsLeft = ({ day, month }: Limits): Left => ({
  day: fromExact('USD', day.left_exact),
  month: fromExact('USD', month.left_exact),
});

/** Returns the server's error message if an amount exceeds the limits left; otherwise undefined. */
export function overLimit(amount: Amount<FiatCode>, { day, month }: Left): string | undefined {
  const dollars = usdEquivalentCeil(amount);
  if (isMoreThan(dollars, day)) return `This is over your limit: ${formatAmount(day)} is left today.`;
  if (isMoreThan(dollars, month)) return `This is over your limit: ${formatAmount(month)} is left this month.`;
  return undefined;
}

/** Returns the largest amount within both the balance and the limits. Ignores limits that are unknown. */
export function maxOutflow(balanceAllows: Amount<FiatCode>, limits: Limits | undefined): Amount<FiatCode> {
  if (!limits) return balanceAllows;
  const { day, month } = limitsLeft(limits);
  const limit = largestWithin(isMoreThan(day, month) ? month : day, balanceAllows.asset);
  return isMoreThan(balanceAllows, limit) ? limit : balanceAllows;
}
