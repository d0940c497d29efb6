import * as z from 'zod/mini';
import { transaction } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { pauses } from './markets.ts';
import { amountInput, coinSymbol, currency, exact, id, money, timestamp } from './wire.ts';

/** Gains by the average-cost method, fees included (docs/explain/gains.md). Dollars. */
const gainFields = {
  /** What the coins held have cost, fees included. */
  cost: money,
  cost_exact: exact,
  /** What they are worth now less their cost. */
  unrealized_gain: money,
  unrealized_gain_exact: exact,
  /** What sales brought, fees taken off, less what the coins sold had cost; since the beginning. */
  realized_gain: money,
  realized_gain_exact: exact,
};

/** Who holds a coin sees it also when it is not on offer any more, at its last known price. */
export const holdingPauses = [...pauses, 'delisted'] as const;
export type HoldingPause = (typeof holdingPauses)[number];

export const holding = z.object({
  symbol: z.string(),
  name: z.string(),
  icon: z.string(),
  /** Coins. */
  amount: money,
  amount_exact: exact,
  /** Dollars at that price, rounded down to the cent. */
  value: money,
  value_exact: exact,
  /** Percent over 24 hours, signed. */
  change: z.number(),
  price: z.number(),
  price_exact: z.string(),
  /** Of when the price is. */
  updated_at: timestamp,
  /** `null` while the coin is traded. */
  paused: z.nullable(z.enum(holdingPauses)),
  /** Dollars per coin: cost by amount, rounded to the decimals that the price has. */
  average_cost: z.number(),
  average_cost_exact: z.string(),
  ...gainFields,
});
export type Holding = z.infer<typeof holding>;

export const getPortfolio = endpoint({
  method: 'GET',
  path: '/crypto/portfolio',
  summary: 'The coins held, most valuable first',
  access: 'member',
  answer: z.array(holding),
  refusals: ['ledger_read_only'],
});

export const gains = z.object({ value: money, value_exact: exact, ...gainFields });
export type Gains = z.infer<typeof gains>;

export const getGains = endpoint({
  method: 'GET',
  path: '/crypto/portfolio/gains',
  summary: 'Value, cost and gains of all coins together, those sold since included',
  access: 'member',
  answer: gains,
  refusals: ['ledger_read_only'],
});

export const balanceRanges = ['1w', '1m', '3m', '1y'] as const;
export type BalanceRange = (typeof balanceRanges)[number];

export const balanceHistory = z.object({
  range: z.enum(balanceRanges),
  every_seconds: z.number(),
  /** Seconds since 1970, dollars in the USD wallet, dollars that the coins were worth: for charts, never for money. Oldest first, the last is now. */
  points: z.array(z.tuple([z.number(), z.number(), z.number()])),
});
export type BalanceHistory = z.infer<typeof balanceHistory>;

export const getBalanceHistory = endpoint({
  method: 'GET',
  path: '/crypto/portfolio/history',
  summary: 'What the USD balance and the coins were worth over time, from the ledger and the stored prices',
  access: 'member',
  query: z.object({ range: z._default(z.enum(balanceRanges), '1m') }),
  answer: balanceHistory,
  refusals: [],
});

export const purchaseAllowance = z.object({
  plan: z.enum(['personal', 'pro', 'business']),
  /** Dollars that coins may be bought for in this UTC month, fees not counted; `null` without a limit. */
  month: z.nullable(z.object({ limit: money, limit_exact: exact, left: money, left_exact: exact })),
});
export type PurchaseAllowance = z.infer<typeof purchaseAllowance>;

export const getPurchaseAllowance = endpoint({
  method: 'GET',
  path: '/crypto/allowance',
  summary: "The plan's limit on purchases, and what is left of it",
  access: 'member',
  answer: purchaseAllowance,
  refusals: [],
});

export const buyCoins = endpoint({
  method: 'POST',
  path: '/crypto/buy',
  summary: "Buy coins, with a quote at its price, else at the server's. The buyer pays 1.5 % more than the amount",
  access: 'member',
  atMost: { times: 30, seconds: 60, sharedAs: 'trades' },
  movesMoney: true,
  body: z.object({
    crypto_symbol: coinSymbol,
    /** With a quote: its `amount`. */
    amount_usd: amountInput,
    /** Absent: the default method, else the USD balance. `eur_balance` and `gbp_balance` are exchanged at the mid rate. */
    payment_method_id: z.optional(id),
    quote_id: z.optional(id),
  }),
  answer: z.object({ crypto_amount: money, crypto_amount_exact: exact, transaction }),
  refusals: [
    'coin_not_found',
    'trading_paused',
    'amount_too_small',
    'insufficient_balance',
    'plan_limit_exceeded',
    'not_in_stock',
    'quote_not_found',
    'quote_used',
    'quote_expired',
    'payment_method_not_found',
    'payment_declined',
    'still_in_flight',
  ],
});

export const sellCoins = endpoint({
  method: 'POST',
  path: '/crypto/sell',
  summary: "Sell coins, with a quote at its price, else at the server's. 1 % of the proceeds is the fee",
  access: 'member',
  atMost: { times: 30, seconds: 60, sharedAs: 'trades' },
  movesMoney: true,
  body: z.object({
    crypto_symbol: coinSymbol,
    amount_crypto: amountInput,
    quote_id: z.optional(id),
    /** The wallet that is paid; what the sale brings is exchanged at the mid rate. USD without. */
    payout_currency: z.optional(currency),
  }),
  answer: z.object({
    usd_amount: money,
    usd_amount_exact: exact,
    transaction,
    /** Of a sale into another wallet than the dollar's: what arrived there. */
    payout: z.optional(z.object({ currency, amount: money, amount_exact: exact })),
  }),
  refusals: [
    'coin_not_found',
    'trading_paused',
    'amount_too_small',
    'insufficient_balance',
    'quote_not_found',
    'quote_used',
    'quote_expired',
  ],
});
