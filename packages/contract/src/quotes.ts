import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { amountInput, coinSymbol, currency, exact, id, money, timestamp } from './wire.ts';

/** A price that is held for a few seconds, for one member, one use and exactly the requested order. */
const held = {
  id,
  expires_at: timestamp,
  /** The seconds until the expiry, by the database's clock. A countdown needs no synchronized clocks. */
  expires_in_seconds: z.number(),
};

export const exchangeQuote = z.object({
  ...held,
  kind: z.literal('exchange'),
  from: currency,
  to: currency,
  /** The exchanged amount, in `from`. */
  amount: money,
  amount_exact: exact,
  /** The fee, in `from`, added to the amount. */
  fee: money,
  fee_exact: exact,
  /** The amount charged to the wallet, fee included. */
  total: money,
  total_exact: exact,
  /** The received amount, in `to`, rounded down. */
  received: money,
  received_exact: exact,
  /** The units of `to` per unit of `from` at the mid rate, with six decimals. */
  rate: z.string(),
  /** The source of the rate. Absent for the sandbox's fixed rates. */
  rate_source: z.optional(z.string()),
  /** The time of the rate according to its source. */
  rate_at: z.optional(timestamp),
});
export type ExchangeQuote = z.infer<typeof exchangeQuote>;

/** The payment of a purchase from a EUR or GBP wallet, exchanged at the mid rate. */
const payment = z.object({
  currency,
  /**
   * The exchanged amount in `currency`, enough for the purchase's total. An extra cent may remain in the USD wallet.
   */
  amount: money,
  amount_exact: exact,
  /** The exchange fee, added to the amount. */
  fee: money,
  fee_exact: exact,
  /** The amount charged to the wallet, fee included. */
  total: money,
  total_exact: exact,
  /** The dollars per unit of the currency, with six decimals. */
  rate: z.string(),
});

/** The payout of a sale to a EUR or GBP wallet: the sale's total, exchanged at the mid rate. */
const payout = z.object({
  currency,
  /** The exchange fee, in dollars, deducted from the total. */
  fee: money,
  fee_exact: exact,
  /** The received amount, rounded down. A cent of the total may stay in the USD wallet. */
  received: money,
  received_exact: exact,
  /** The units of the currency per dollar, with six decimals. */
  rate: z.string(),
});

export const buyQuote = z.object({
  ...held,
  kind: z.literal('buy'),
  crypto_symbol: z.string(),
  /** Dollars per coin. */
  price: money,
  price_exact: z.string(),
  /** The price of the coins, in dollars. Send it as `amount_usd` with the quote. */
  amount: money,
  amount_exact: exact,
  /** The fee, added to the amount. */
  fee: money,
  fee_exact: exact,
  /** The amount to pay, fee included. */
  total: money,
  total_exact: exact,
  crypto_amount: money,
  crypto_amount_exact: exact,
  /** Present with a `payment_currency` other than USD. */
  payment: z.optional(payment),
});
export type BuyQuote = z.infer<typeof buyQuote>;

export const sellQuote = z.object({
  ...held,
  kind: z.literal('sell'),
  crypto_symbol: z.string(),
  /** Dollars per coin. */
  price: money,
  price_exact: z.string(),
  crypto_amount: money,
  crypto_amount_exact: exact,
  /** The value of the coins, in dollars. */
  amount: money,
  amount_exact: exact,
  /** The fee, deducted from the amount. */
  fee: money,
  fee_exact: exact,
  /** The received amount: amount minus fee. */
  total: money,
  total_exact: exact,
  /** Present with a `payout_currency` other than USD. */
  payout: z.optional(payout),
});
export type SellQuote = z.infer<typeof sellQuote>;

export const quote = z.discriminatedUnion('kind', [exchangeQuote, buyQuote, sellQuote]);
export type Quote = z.infer<typeof quote>;

/** The order for which the price is held. A purchase has an amount either in dollars or in coins. */
const quoteOrder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exchange'), from: currency, to: currency, amount: amountInput }),
  z
    .object({
      kind: z.literal('buy'),
      crypto_symbol: coinSymbol,
      amount_usd: z.optional(amountInput),
      amount_crypto: z.optional(amountInput),
      /** The wallet that pays. Defaults to USD. */
      payment_currency: z.optional(currency),
    })
    .check(
      z.refine(({ amount_usd, amount_crypto }) => (amount_usd === undefined) !== (amount_crypto === undefined), {
        error: 'Give either amount_usd or amount_crypto.',
        path: ['amount_usd'],
      }),
    ),
  z.object({
    kind: z.literal('sell'),
    crypto_symbol: coinSymbol,
    amount_crypto: amountInput,
    /** The wallet that receives the payout. Defaults to USD. */
    payout_currency: z.optional(currency),
  }),
]);

export const createQuote = endpoint({
  method: 'POST',
  path: '/quotes',
  summary: 'Create a quote, which holds a price for a few seconds',
  access: 'member',
  // The limit is high, because the app requests a quote per keystroke and renews expired quotes.
  atMost: { times: 240, seconds: 60, sharedAs: 'quotes' },
  body: quoteOrder,
  answer: quote,
  refusals: [
    'invalid_amount',
    'same_currency',
    'amount_too_small',
    'coin_not_found',
    'trading_paused',
    'rates_unavailable',
  ],
});
