import { canonicalEmail, endpoints, type Recipient } from '@florin/contract';
import { serverNow } from '../../api/server-time.ts';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Payment } from './payment.ts';
import { recipientQuery } from './recipient-query.ts';
import { reasonsToAsk, type Reason } from './reasons-to-ask.ts';

/** A payment, whom it would reach, and why that is worth a second look. */
export type Question = {
  readonly payment: Payment;
  /** Null where the server does not say. */
  readonly recipient: Recipient | null;
  readonly reasons: readonly Reason[];
};

/** More than anybody sends within a minute by hand. */
const newestCount = 20;

/**
 * Asks the server, which knows more than this page may have loaded. Fails where the recipient cannot be looked up; without
 * the newest payments, which only say whether this one is made twice, it goes on.
 */
export async function checkPayment(queryClient: QueryClient, payment: Payment, signal: AbortSignal): Promise<Question> {
  const [recipient, newestSends] = await Promise.all([
    queryClient.query(recipientQuery(canonicalEmail(payment.to) ?? payment.to)),
    api.call(endpoints.listTransactions, { query: { type: 'send', limit: newestCount } }, { signal }).catch(() => []),
  ]);
  return { payment, recipient, reasons: reasonsToAsk(payment, recipient, newestSends, serverNow()) };
}
