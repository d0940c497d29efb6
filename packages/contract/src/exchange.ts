import * as z from 'zod/mini';
import { transaction } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { amountInput, currency, exact, id, money, timestamp } from './wire.ts';

/** A price held for some seconds: for one member, one use, one pair and one amount. */
export const quote = z.object({
  id,
  kind: z.literal('exchange'),
  from: currency,
  to: currency,
  /** What is exchanged, in `from`. */
  amount: money,
  amount_exact: exact,
  /** 0.5 % on top, in `from`. */
  fee: money,
  fee_exact: exact,
  /** What leaves the wallet: amount and fee. */
  total: money,
  total_exact: exact,
  /** What arrives, in `to`, rounded down. */
  received: money,
  received_exact: exact,
  /** One unit of `from` in `to` at the mid rate, six decimals. */
  rate: z.string(),
  expires_at: timestamp,
  /** Seconds from the answer to the expiry, by the database's clock, so that a countdown needs no equal clocks. */
  expires_in_seconds: z.number(),
});
export type Quote = z.infer<typeof quote>;

export const createQuote = endpoint({
  method: 'POST',
  path: '/quotes',
  summary: 'Hold a price for some seconds',
  access: 'member',
  body: z.object({ kind: z.literal('exchange'), from: currency, to: currency, amount: amountInput }),
  answer: quote,
  refusals: ['same_currency', 'amount_too_small'],
});

export const exchangeMoney = endpoint({
  method: 'POST',
  path: '/wallets/exchanges',
  summary:
    'Exchange money between two wallets at the mid rate, plus 0.5 %. With a quote at its rate, else at the current one',
  access: 'member',
  movesMoney: true,
  body: z.object({ from: currency, to: currency, amount: amountInput, quote_id: z.optional(id) }),
  answer: transaction,
  refusals: [
    'same_currency',
    'amount_too_small',
    'insufficient_balance',
    'quote_not_found',
    'quote_used',
    'quote_expired',
  ],
});
