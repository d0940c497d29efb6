import { canonicalEmail, type Recipient, type Transaction } from '@florin/contract';
import { toDecimal } from '@florin/money';
import type { Payment } from './payment.ts';

/** Why a payment is asked about once more before money leaves. */
export type Reason =
  | { readonly kind: 'first_payment' }
  | { readonly kind: 'no_account' }
  | { readonly kind: 'resembles'; readonly name: string; readonly email: string }
  | { readonly kind: 'repeated'; readonly secondsAgo: number };

const repeatedWithinSeconds = 60;

/** `newestSends` are the payments made last, newest first; `now` is in milliseconds. */
export function reasonsToAsk(
  payment: Payment,
  { known, registered, resembles }: Recipient,
  newestSends: readonly Transaction[],
  now: number,
): Reason[] {
  const reasons: Reason[] = [];
  if (resembles) reasons.push({ kind: 'resembles', ...resembles });
  if (!known) reasons.push({ kind: registered ? 'first_payment' : 'no_account' });
  const before = newestSends.find((sent) => isSamePayment(sent, payment));
  // The clocks of the two sides may differ: what seems to be in the future was just now.
  const secondsAgo = before && Math.max(0, Math.round((now - Date.parse(before.date)) / 1000));
  if (secondsAgo !== undefined && secondsAgo < repeatedWithinSeconds) reasons.push({ kind: 'repeated', secondsAgo });
  return reasons;
}

/** The same amount to the same address, on its way or through. The note may differ. */
const isSamePayment = (sent: Transaction, { to, amount }: Payment) =>
  sent.type === 'send' &&
  (sent.status === 'completed' || sent.status === 'pending') &&
  sent.to === canonicalEmail(to) &&
  sent.counter_currency === amount.asset &&
  sent.counter_amount_exact === toDecimal(amount);
