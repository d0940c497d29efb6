import type { Limits } from '@florin/contract';
import { formatAmount, isMoreThan, largestWithin, usdEquivalentCeil, type Amount, type FiatCode } from '@florin/money';
import { fromExact } from '../api/exact.ts';

type Left = { readonly day: Amount<'USD'>; readonly month: Amount<'USD'> };

/** What may still go out by the verification level, in dollars. */
export const limitsLeft = ({ day, month }: Limits): Left => ({
  day: fromExact('USD', day.left_exact),
  month: fromExact('USD', month.left_exact),
});

/** That an amount is more than may still go out, in the server's words; nothing where it is not. */
export function overLimit(amount: Amount<FiatCode>, { day, month }: Left): string | undefined {
  const drawn = usdEquivalentCeil(amount);
  if (isMoreThan(drawn, day)) return `This is over your limit: ${formatAmount(day)} is left today.`;
  if (isMoreThan(drawn, month)) return `This is over your limit: ${formatAmount(month)} is left this month.`;
  return undefined;
}

/** Of what the balance allows, as much as may still go out. Without limits the server decides. */
export function mostOf(balanceAllows: Amount<FiatCode>, limits: Limits | undefined): Amount<FiatCode> {
  if (!limits) return balanceAllows;
  const { day, month } = limitsLeft(limits);
  const limit = largestWithin(isMoreThan(day, month) ? month : day, balanceAllows.asset);
  return isMoreThan(balanceAllows, limit) ? limit : balanceAllows;
}
