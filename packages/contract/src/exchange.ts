import * as z from 'zod/mini';
import { transaction } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { amountInput, currency, id } from './wire.ts';

export const exchangeMoney = endpoint({
  method: 'POST',
  path: '/wallets/exchanges',
  summary:
    'Exchange money between two wallets at the mid rate, for a fee. Uses rate and fee of the quote, or else the current ones',
  access: 'member',
  atMost: { times: 30, seconds: 60, sharedAs: 'funding' },
  movesMoney: true,
  body: z.object({ from: currency, to: currency, amount: amountInput, quote_id: z.optional(id) }),
  answer: transaction,
  refusals: [
    'same_currency',
    'amount_too_small',
    'rates_unavailable',
    'insufficient_balance',
    'quote_not_found',
    'quote_used',
    'quote_expired',
  ],
});
