import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { amountInput, coinSymbol, currency, exact, id, money, timestamp } from './wire.ts';

/** A price held for some seconds: for one member, one use and exactly what was asked. */
const held = {
  id,
  expires_at: timestamp,
  /** Seconds from the answer to the expiry, by the database's clock, so that a countdown needs no equal clocks. */
  expires_in_seconds: z.number(),
};

export const exchangeQuote = z.object({
  ...held,
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
});
export type ExchangeQuote = z.infer<typeof exchangeQuote>;

/** How a purchase is paid out of another wallet than the dollar's: what is exchanged for it, at the mid rate. */
const payment = z.object({
  currency,
  /** What is exchanged, in that currency. It brings the purchase's total, and at times a cent more, which stays. */
  amount: money,
  amount_exact: exact,
  /** 0.5 % on top. */
  fee: money,
  fee_exact: exact,
  /** What leaves the wallet: amount and fee. */
  total: money,
  total_exact: exact,
  /** One unit of the currency in dollars, six decimals. */
  rate: z.string(),
});

/** What a sale pays into another wallet than the dollar's: its total, exchanged at the mid rate. */
const payout = z.object({
  currency,
  /** 0.5 %, in dollars, out of the total. */
  fee: money,
  fee_exact: exact,
  /** What arrives, rounded down. A cent of the total may stay in the USD wallet. */
  received: money,
  received_exact: exact,
  /** One dollar in that currency, six decimals. */
  rate: z.string(),
});

export const buyQuote = z.object({
  ...held,
  kind: z.literal('buy'),
  crypto_symbol: z.string(),
  /** Dollars per coin. */
  price: money,
  price_exact: z.string(),
  /** What the coins cost, in dollars: to be sent as `amount_usd` with the quote. */
  amount: money,
  amount_exact: exact,
  /** 1.5 % on top. */
  fee: money,
  fee_exact: exact,
  /** What is paid: amount and fee. */
  total: money,
  total_exact: exact,
  crypto_amount: money,
  crypto_amount_exact: exact,
  /** With a `payment_currency` other than USD. */
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
  /** What the coins are worth, in dollars. */
  amount: money,
  amount_exact: exact,
  /** 1 % of it. */
  fee: money,
  fee_exact: exact,
  /** What arrives: amount less fee. */
  total: money,
  total_exact: exact,
  /** With a `payout_currency` other than USD. */
  payout: z.optional(payout),
});
export type SellQuote = z.infer<typeof sellQuote>;

export const quote = z.discriminatedUnion('kind', [exchangeQuote, buyQuote, sellQuote]);
export type Quote = z.infer<typeof quote>;

/** What to hold a price for. A purchase is either for an amount of dollars or of coins. */
const quoteOrder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exchange'), from: currency, to: currency, amount: amountInput }),
  z
    .object({
      kind: z.literal('buy'),
      crypto_symbol: coinSymbol,
      amount_usd: z.optional(amountInput),
      amount_crypto: z.optional(amountInput),
      /** The wallet that will pay. USD without. */
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
    /** The wallet that will be paid. USD without. */
    payout_currency: z.optional(currency),
  }),
]);

export const createQuote = endpoint({
  method: 'POST',
  path: '/quotes',
  summary: 'Hold a price for some seconds',
  access: 'member',
  // Amounts are typed letter by letter, and a price that is held is renewed.
  atMost: { times: 240, seconds: 60, sharedAs: 'quotes' },
  body: quoteOrder,
  answer: quote,
  refusals: ['invalid_amount', 'same_currency', 'amount_too_small', 'coin_not_found', 'trading_paused'],
});
