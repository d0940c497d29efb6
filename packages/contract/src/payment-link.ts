import { toDecimal, type Amount, type FiatCode } from '@florin/money';

/** The initial values of the payment form. Without an amount, the payer chooses the amount. */
export type LinkTerms = { readonly amount?: Amount<FiatCode> | undefined; readonly note?: string | undefined };

/**
 * Returns the URL where anyone can pay a member:
 * `https://florin.example/pay/ines@example.com?amount=25.00&currency=USD`.
 */
export function paymentLink(origin: string, email: string, { amount, note }: LinkTerms = {}): string {
  const search = new URLSearchParams({
    ...(amount && { amount: toDecimal(amount), currency: amount.asset }),
    ...(note && { note }),
  });
  return `${payPage(origin, email)}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

/** Returns the URL where a request is paid or declined. */
export const requestLink = (origin: string, request: { id: string; requester: { email: string } }): string =>
  `${payPage(origin, request.requester.email)}?request=${request.id}`;

/** Returns the URL of an invoice's public page. */
export const invoiceLink = (origin: string, token: string): string => `${origin}/i/${token}`;

/** Keeps the @ unencoded, which is valid in a path and easier to read. */
const payPage = (origin: string, email: string) => `${origin}/pay/${encodeURIComponent(email).replaceAll('%40', '@')}`;
