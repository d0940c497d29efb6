import { toDecimal, type Amount, type FiatCode } from '@florin/money';

/** What the form on the page starts with; without an amount the payer chooses. */
export type LinkTerms = { readonly amount?: Amount<FiatCode> | undefined; readonly note?: string | undefined };

/** The page on which anybody can pay a member: `https://florin.example/pay/ines@example.com?amount=25.00&currency=USD`. */
export function paymentLink(origin: string, email: string, { amount, note }: LinkTerms = {}): string {
  const search = new URLSearchParams({
    ...(amount && { amount: toDecimal(amount), currency: amount.asset }),
    ...(note && { note }),
  });
  return `${payPage(origin, email)}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

/** The page on which a request is paid or declined. */
export const requestLink = (origin: string, request: { id: string; requester: { email: string } }): string =>
  `${payPage(origin, request.requester.email)}?request=${request.id}`;

/** An @ may stand in a path, and an address is easier to read with it. */
const payPage = (origin: string, email: string) => `${origin}/pay/${encodeURIComponent(email).replaceAll('%40', '@')}`;
