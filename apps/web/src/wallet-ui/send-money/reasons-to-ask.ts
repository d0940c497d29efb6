import { canonicalEmail, type Recipient } from '@florin/contract';
import { toDecimal } from '@florin/money';
import type { Transaction } from '../../api/read/answers.ts';
import { counterAmount } from '../counter-amount.ts';
import type { Payment } from './payment.ts';

/** The two reasons to ask for confirmation before a payment (rules send-19 and send-20). */
export type Reason =
  | { readonly kind: 'resembles'; readonly name: string; readonly email: string }
  | { readonly kind: 'repeated'; readonly secondsAgo: number };

const repeatedWithinSeconds = 60;

/**
 * Returns the reasons to ask for confirmation.
 *
 * @param newestSends the member's latest payments, newest first
 * @param now in milliseconds
 */
export function reasonsToAsk(
  payment: Payment,
  recipient: Pick<Recipient, 'resembles'> | null,
  newestSends: readonly Transaction[],
  now: number,
): Reason[] {
  const reasons: Reason[] = [];
  if (recipient?.resembles) reasons.push({ kind: 'resembles', ...recipient.resembles });
  const before = newestSends.find((sent) => isSamePayment(sent, payment));
  // Clocks may differ, so a payment dated in the future counts as just now.
  const secondsAgo = before && Math.max(0, Math.round((now - Date.parse(before.date)) / 1000));
  if (secondsAgo !== undefined && secondsAgo < repeatedWithinSeconds) reasons.push({ kind: 'repeated', secondsAgo });
  return reasons;
}

/** True for a completed or pending payment of the same amount to the same address. The note may differ. */
const isSamePayment = (sent: Transaction, { to, amount }: Payment) =>
  sent.type === 'send' &&
  (sent.status === 'completed' || sent.status === 'pending') &&
  sent.to === canonicalEmail(to) &&
  (sent.counter_currency ?? sent.currency) === amount.asset &&
  toDecimal(counterAmount(sent)) === toDecimal(amount);
