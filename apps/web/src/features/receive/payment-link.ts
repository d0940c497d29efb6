import { toDecimal, type Amount, type FiatCode } from '@florin/money';

/** What a link asks for. Without an amount the payer chooses. */
export type Asked = { readonly amount: Amount<FiatCode>; readonly note: string };

/** The page on which anybody can pay the member: `https://florin.example/pay/ines@example.com?amount=25.00&currency=USD`. */
export function paymentLink(email: string, asked: Asked | undefined, origin = location.origin): string {
  // An @ may stand in a path, and an address is easier to read with it.
  const path = `${origin}/pay/${encodeURIComponent(email).replaceAll('%40', '@')}`;
  if (!asked) return path;
  const { amount, note } = asked;
  const search = new URLSearchParams({ amount: toDecimal(amount), currency: amount.asset });
  if (note) search.set('note', note);
  return `${path}?${search.toString()}`;
}
