import * as z from 'zod/mini';
import { transaction } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { pauses } from './markets.ts';
import { amountInput, coinSymbol, currency, exact, id, money, timestamp } from './wire.ts';

/** Gains by the average-cost method in dollars, fees included (docs/explain/gains.md). */
const gainFields = {
  /** The cost of the held coins, fees included. */
  cost: money,
  cost_exact: exact,
  /** The current value of the coins minus their cost. */
  unrealized_gain: money,
  unrealized_gain_exact: exact,
  /** All proceeds of sales after fees, minus the cost of the sold coins. */
  realized_gain: money,
  realized_gain_exact: exact,
};

/** Members still see a delisted coin that they hold, at its last known price. */
export const holdingPauses = [...pauses, 'delisted'] as const;
export type HoldingPause = (typeof holdingPauses)[number];

export const holding = z.object({
  symbol: z.string(),
  name: z.string(),
  icon: z.string(),
  /** Coins. */
  amount: money,
  amount_exact: exact,
  /** The value in dollars at `price`, rounded down to the cent. */
  value: money,
  value_exact: exact,
  /** Percent over 24 hours, signed. */
  change: z.number(),
  price: z.number(),
  price_exact: z.string(),
  /** The time of the price. */
  updated_at: timestamp,
  /** Null while trading is open. */
  paused: z.nullable(z.enum(holdingPauses)),
  /** Dollars per coin: cost divided by amount, rounded to the decimals of the price. */
  average_cost: z.number(),
  average_cost_exact: z.string(),
  ...gainFields,
});
export type Holding = z.infer<typeof holding>;

export const getPortfolio = endpoint({
  method: 'GET',
  path: '/crypto/portfolio',
  summary: 'List the coins held, most valuable first',
  access: 'member',
  answer: z.array(holding),
  refusals: ['ledger_read_only'],
});

export const gains = z.object({ value: money, value_exact: exact, ...gainFields });
export type Gains = z.infer<typeof gains>;

export const getGains = endpoint({
  method: 'GET',
  path: '/crypto/portfolio/gains',
  summary: 'Get the total value, cost and gains of all coins, including sold ones',
  access: 'member',
  answer: gains,
  refusals: ['ledger_read_only'],
});

export const balanceRanges = ['1w', '1m', '3m', '1y'] as const;
export type BalanceRange = (typeof balanceRanges)[number];

export const balanceHistory = z.object({
  range: z.enum(balanceRanges),
  every_seconds: z.number(),
  /**
   * Seconds since 1970, the USD balance, and the coins' value in dollars. For charts only. Oldest first. The last point
   * is the current time.
   */
  points: z.array(z.tuple([z.number(), z.number(), z.number()])),
});
export type BalanceHistory = z.infer<typeof balanceHistory>;

export const getBalanceHistory = endpoint({
  method: 'GET',
  path: '/crypto/portfolio/history',
  summary: 'Get the value of the USD balance and the coins over time, from the ledger and the stored prices',
  access: 'member',
  query: z.object({ range: z._default(z.enum(balanceRanges), '1m') }),
  answer: balanceHistory,
  refusals: [],
});

export const purchaseAllowance = z.object({
  plan: z.enum(['personal', 'pro', 'business']),
  /** The limit of crypto purchases in this UTC month, in dollars without fees. Null means unlimited. */
  month: z.nullable(z.object({ limit: money, limit_exact: exact, left: money, left_exact: exact })),
});
export type PurchaseAllowance = z.infer<typeof purchaseAllowance>;

export const getPurchaseAllowance = endpoint({
  method: 'GET',
  path: '/crypto/allowance',
  summary: "Get the plan's purchase limit and its remaining amount",
  access: 'member',
  answer: purchaseAllowance,
  refusals: [],
});

export const buyCoins = endpoint({
  method: 'POST',
  path: '/crypto/buy',
  summary: "Buy coins at the price of the quote, or else at the server's price. The buyer pays the amount and the fee",
  access: 'member',
  atMost: { times: 30, seconds: 60, sharedAs: 'trades' },
  movesMoney: true,
  body: z.object({
    crypto_symbol: coinSymbol,
    /** With a quote, this amount must equal the quote's `amount`. */
    amount_usd: amountInput,
    /**
     * Defaults to the default method, or else to the USD balance. The server exchanges `eur_balance` and `gbp_balance`
     * at the mid rate.
     */
    payment_method_id: z.optional(id),
    quote_id: z.optional(id),
  }),
  answer: z.object({ crypto_amount: money, crypto_amount_exact: exact, transaction }),
  refusals: [
    'coin_not_found',
    'trading_paused',
    'rates_unavailable',
    'amount_too_small',
    'insufficient_balance',
    'plan_limit_exceeded',
    'not_in_stock',
    'quote_not_found',
    'quote_used',
    'quote_expired',
    'payment_method_not_found',
    'payment_method_not_usable',
    'payment_declined',
    'payment_needs_confirmation',
    'still_in_flight',
  ],
});

export const sellCoins = endpoint({
  method: 'POST',
  path: '/crypto/sell',
  summary: "Sell coins at the price of the quote, or else at the server's price. The fee is deducted from the value",
  access: 'member',
  atMost: { times: 30, seconds: 60, sharedAs: 'trades' },
  movesMoney: true,
  body: z.object({
    crypto_symbol: coinSymbol,
    amount_crypto: amountInput,
    quote_id: z.optional(id),
    /** The wallet that receives the payout, exchanged at the mid rate. Defaults to USD. */
    payout_currency: z.optional(currency),
  }),
  answer: z.object({
    usd_amount: money,
    usd_amount_exact: exact,
    transaction,
    /** The received amount of a payout to a EUR or GBP wallet. */
    payout: z.optional(z.object({ currency, amount: money, amount_exact: exact })),
  }),
  refusals: [
    'coin_not_found',
    'trading_paused',
    'rates_unavailable',
    'amount_too_small',
    'insufficient_balance',
    'quote_not_found',
    'quote_used',
    'quote_expired',
  ],
});
