import * as z from 'zod/mini';
import { transaction } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { amountInput, coinSymbol, exact, id, money } from './wire.ts';

export const holding = z.object({
  symbol: z.string(),
  name: z.string(),
  icon: z.string(),
  /** Coins. */
  amount: money,
  amount_exact: exact,
  /** Dollars at the current price, rounded down to the cent. */
  value: money,
  value_exact: exact,
  /** Percent over 24 hours, signed. */
  change: z.number(),
  price: z.number(),
  price_exact: z.string(),
});
export type Holding = z.infer<typeof holding>;

export const getPortfolio = endpoint({
  method: 'GET',
  path: '/crypto/portfolio',
  summary: 'The coins held, most valuable first',
  access: 'member',
  answer: z.array(holding),
  refusals: [],
});

export const buyCoins = endpoint({
  method: 'POST',
  path: '/crypto/buy',
  summary: "Buy coins at the server's price. The buyer pays 1.5 % more than the amount",
  access: 'member',
  movesMoney: true,
  body: z.object({
    crypto_symbol: coinSymbol,
    amount_usd: amountInput,
    /** Absent: the default method, else the USD balance. */
    payment_method_id: z.optional(id),
  }),
  answer: z.object({ crypto_amount: money, crypto_amount_exact: exact, transaction }),
  refusals: [
    'coin_not_found',
    'amount_too_small',
    'insufficient_balance',
    'plan_limit_exceeded',
    'payment_method_not_found',
    'payment_declined',
    'still_in_flight',
  ],
});

export const sellCoins = endpoint({
  method: 'POST',
  path: '/crypto/sell',
  summary: "Sell coins at the server's price. 1 % of the proceeds is the fee",
  access: 'member',
  movesMoney: true,
  body: z.object({ crypto_symbol: coinSymbol, amount_crypto: amountInput }),
  answer: z.object({ usd_amount: money, usd_amount_exact: exact, transaction }),
  refusals: ['coin_not_found', 'amount_too_small', 'insufficient_balance'],
});
