import { canonicalEmail, type Recipient } from '@florin/contract';
import { toDecimal } from '@florin/money';
import type { Transaction } from '../../api/read/answers.ts';
import { counterAmount } from '../counter-amount.ts';
import type { Payment } from './payment.ts';

/** The two reasons to ask again before money leaves (rules send-19 and send-20). */
export type Reason =
  | { readonly kind: 'resembles'; readonly name: string; readonly email: string }
  | { readonly kind: 'repeated'; readonly secondsAgo: number };

const repeatedWithinSeconds = 60;

/** `newestSends` are the payments made last, newest first; `now` is in milliseconds. */
export function reasonsToAsk(
  payment: Payment,
  recipient: Pick<Recipient, 'resembles'> | null,
  newestSends: readonly Transaction[],
  now: number,
): Reason[] {
  const reasons: Reason[] = [];
  if (recipient?.resembles) reasons.push({ kind: 'resembles', ...recipient.resembles });
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
  (sent.counter_currency ?? sent.currency) === amount.asset &&
  toDecimal(counterAmount(sent)) === toDecimal(amount);
