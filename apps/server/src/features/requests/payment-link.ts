import { toDecimal, type Amount } from '@florin/money';
import type { MoneyRequest } from './request-store.ts';

/** The page that pays a member. */
const payPage = (publicUrl: string, email: string) =>
  `${publicUrl}/pay/${encodeURIComponent(email).replace('%40', '@')}`;

export const requestLink = (publicUrl: string, { id, requester }: Pick<MoneyRequest, 'id' | 'requester'>): string =>
  `${payPage(publicUrl, requester.email)}?request=${id}`;

export type LinkTerms = { readonly amount: Amount | undefined; readonly note: string | undefined };

/** A member's payment link, with the amount and note that the form is to start with. */
export function paymentLink(publicUrl: string, email: string, { amount, note }: LinkTerms): string {
  const search = new URLSearchParams({
    ...(amount ? { amount: toDecimal(amount), currency: amount.asset } : {}),
    ...(note === undefined ? {} : { note }),
  });
  return `${payPage(publicUrl, email)}${search.size > 0 ? `?${search.toString()}` : ''}`;
}
