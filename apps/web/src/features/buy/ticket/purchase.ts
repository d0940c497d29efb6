import type { BuyQuote } from '@florin/contract';
import { parsePrice, priceBuy, priceBuyCoins, toDecimal, zero, type Amount, type FiatCode } from '@florin/money';
import type { MarketItem } from '../../../api/read/answers.ts';
import { fromExact } from '../../../api/exact.ts';
import { estimatedPayment, quotedPayment, type Payment } from './payment.ts';
import type { OrderOf } from '../../../wallet-ui/held-price/use-quote.ts';
import { readAmount } from '../../../wallet-ui/typed-amount.ts';
import { fees } from '../../../api/fees.ts';

export type Order = OrderOf<'buy'>;

/** The typed text, in dollars or in coins; `asset` is USD or the coin's symbol. */
export type Typed = { readonly asset: string; readonly text: string };

/** The sum of a purchase. */
export type Figures = {
  readonly coins: Amount;
  readonly amount: Amount<'USD'>;
  readonly fee: Amount<'USD'>;
  readonly total: Amount<'USD'>;
  readonly usdPerCoin: string;
  /** True without a quote, because the server may then buy at another price. */
  readonly isEstimate: boolean;
  /** Present if the EUR or GBP wallet pays. */
  readonly payment?: Payment | undefined;
};

type ReadPurchase =
  | { readonly order: Order; readonly figures: Figures; readonly problem?: undefined }
  | { readonly order?: undefined; readonly figures: Figures; readonly problem: string };

/** Parses the typed amount and returns the order at the current price, or the error message. */
export function readPurchase(coin: MarketItem, { asset, text }: Typed): ReadPurchase {
  if (text.trim() === '') return { figures: nothing(coin), problem: 'Please select a cryptocurrency and enter amount' };
  return asset === 'USD' ? readDollars(coin, text) : readCoins(coin, text);
}

/** Adds the payment currency to an order unless it is USD. */
export const withPaymentCurrency = (order: Order | undefined, currency: FiatCode): Order | undefined =>
  order && currency !== 'USD' ? { ...order, payment_currency: currency } : order;

function readDollars(coin: MarketItem, text: string): ReadPurchase {
  const { amount, problem } = readAmount('USD', text);
  if (!amount) return { figures: nothing(coin), problem };
  return {
    order: { kind: 'buy', crypto_symbol: coin.symbol, amount_usd: toDecimal(amount) },
    figures: estimate(coin, priceBuy(amount, coin.symbol, parsePrice(coin.price_exact), fees.buy)),
  };
}

function readCoins(coin: MarketItem, text: string): ReadPurchase {
  const { amount, problem } = readAmount(coin.symbol, text);
  if (!amount) return { figures: nothing(coin), problem };
  return {
    order: { kind: 'buy', crypto_symbol: coin.symbol, amount_crypto: toDecimal(amount) },
    figures: estimate(coin, priceBuyCoins(amount, parsePrice(coin.price_exact), fees.buy)),
  };
}

/** Adds the estimated payment from an EUR or GBP wallet at the last quoted rate. A total of zero needs no rate. */
export function withEstimatedPayment(figures: Figures, currency: FiatCode, lastQuote: BuyQuote | undefined): Figures {
  const rate = lastQuote?.payment?.currency === currency ? lastQuote.payment.rate : undefined;
  if (currency === 'USD' || (rate === undefined && figures.total.units > 0n)) return figures;
  return { ...figures, payment: estimatedPayment(figures.total, currency, rate) };
}

const estimate = (coin: MarketItem, price: ReturnType<typeof priceBuy<string>>): Figures => ({
  ...price,
  usdPerCoin: coin.price_exact,
  isEstimate: true,
});

const nothing = (coin: MarketItem) =>
  estimate(coin, priceBuy(zero('USD'), coin.symbol, parsePrice(coin.price_exact), fees.buy));

/** Returns the figures of a quote. */
export function quotedFigures(quote: BuyQuote): Figures {
  const usd = (exact: string) => fromExact('USD', exact);
  return {
    coins: fromExact(quote.crypto_symbol, quote.crypto_amount_exact),
    amount: usd(quote.amount_exact),
    fee: usd(quote.fee_exact),
    total: usd(quote.total_exact),
    usdPerCoin: quote.price_exact,
    isEstimate: false,
    ...(quote.payment && { payment: quotedPayment(quote.payment) }),
  };
}

/**
 * Converts the typed amount between dollars and coins. Empty for a zero amount. Keeps all decimals, because with a
 * decimal comma `1.125` would be parsed as more than a thousand.
 */
export function convertUnit({ coins, amount }: Figures, asset: string): Typed {
  const result = asset === 'USD' ? amount : coins;
  return { asset, text: result.units === 0n ? '' : toDecimal(result) };
}
