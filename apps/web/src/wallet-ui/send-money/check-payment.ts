import { endpoints, type Recipient } from '@florin/contract';
import { serverNow } from '../../api/server-time.ts';
import { api } from '../../api/client.ts';
import type { Payment } from './payment.ts';
import { reasonsToAsk, type Reason } from './reasons-to-ask.ts';

/** A payment, whom it would reach, and why that is worth a second look. */
export type Question = {
  readonly payment: Payment;
  readonly recipient: Recipient;
  readonly reasons: readonly Reason[];
};

/** More than anybody sends within a minute by hand. */
const newestCount = 20;

/** Asks the server, which knows more than this page may have loaded. */
export async function checkPayment(payment: Payment, signal: AbortSignal): Promise<Question> {
  const [recipient, newestSends] = await Promise.all([
    api.call(endpoints.lookUpRecipient, { body: { email: payment.to } }, { signal }),
    api.call(endpoints.listTransactions, { query: { type: 'send', limit: newestCount } }, { signal }),
  ]);
  return { payment, recipient, reasons: reasonsToAsk(payment, recipient, newestSends, serverNow()) };
}
