import { canonicalEmail, endpoints, type Recipient } from '@florin/contract';
import { serverNow } from '../../api/server-time.ts';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Payment } from './payment.ts';
import { recipientQuery } from './recipient-query.ts';
import { reasonsToAsk, type Reason } from './reasons-to-ask.ts';

/** A payment, its recipient, and the reasons to ask for confirmation. */
export type Question = {
  readonly payment: Payment;
  /** Null if the server has no recipient look-up. */
  readonly recipient: Recipient | null;
  readonly reasons: readonly Reason[];
};

/** A member cannot send this many payments by hand within a minute. */
const newestCount = 20;

/**
 * Checks a payment against the server's recipient data and newest payments.
 *
 * @throws if the recipient look-up fails. A failure to load the newest payments only skips the repetition check.
 */
export async function checkPayment(queryClient: QueryClient, payment: Payment, signal: AbortSignal): Promise<Question> {
  const [recipient, newestSends] = await Promise.all([
    queryClient.query(recipientQuery(canonicalEmail(payment.to) ?? payment.to)),
    api.call(endpoints.listTransactions, { query: { type: 'send', limit: newestCount } }, { signal }).catch(() => []),
  ]);
  return { payment, recipient, reasons: reasonsToAsk(payment, recipient, newestSends, serverNow()) };
}
