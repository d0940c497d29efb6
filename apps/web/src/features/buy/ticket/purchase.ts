import type { BuyQuote } from '@florin/contract';
import {
  parsePrice,
  parseTyped,
  priceBuy,
  priceBuyCoins,
  toDecimal,
  zero,
  type Amount,
  type FiatCode,
} from '@florin/money';
import type { MarketItem } from '../../../api/read/answers.ts';
import { fromExact } from '../../../api/exact.ts';
import { estimatedPayment, promisedPayment, type Payment } from './payment.ts';
import { amountProblemText } from '../../../wallet-ui/amount-problem.ts';
import type { OrderOf } from '../../../wallet-ui/held-price/use-quote.ts';
import { decimalSeparator } from '../../../wallet-ui/typed-amount.ts';

export type Order = OrderOf<'buy'>;

/** What is typed: dollars, or coins of the symbol that is the asset. */
export type Typed = { readonly asset: string; readonly text: string };

/** What a purchase comes down to. */
export type Figures = {
  readonly coins: Amount;
  readonly amount: Amount<'USD'>;
  readonly fee: Amount<'USD'>;
  readonly total: Amount<'USD'>;
  readonly usdPerCoin: string;
  /** Not of a price that is held: the server's may be another by the time it buys. */
  readonly isEstimate: boolean;
  /** What another wallet than the dollar's pays. */
  readonly payment?: Payment | undefined;
};

type ReadPurchase =
  | { readonly order: Order; readonly figures: Figures; readonly problem?: undefined }
  | { readonly order?: undefined; readonly figures: Figures; readonly problem: string };

/** What would be bought at the price of now, or the specification's sentence, in its order. */
export function readPurchase(coin: MarketItem, { asset, text }: Typed): ReadPurchase {
  if (text.trim() === '') return { figures: nothing(coin), problem: 'Please select a cryptocurrency and enter amount' };
  return asset === 'USD' ? readDollars(coin, text) : readCoins(coin, text);
}

/** The same, paid by another wallet than the dollar's. */
export const paidFrom = (order: Order | undefined, currency: FiatCode): Order | undefined =>
  order && currency !== 'USD' ? { ...order, payment_currency: currency } : order;

function readDollars(coin: MarketItem, text: string): ReadPurchase {
  const { amount, problem } = parseTyped('USD', text, decimalSeparator());
  if (!amount) return { figures: nothing(coin), problem: amountProblemText('USD', problem) };
  return {
    order: { kind: 'buy', crypto_symbol: coin.symbol, amount_usd: toDecimal(amount) },
    figures: estimate(coin, priceBuy(amount, coin.symbol, parsePrice(coin.price_exact))),
  };
}

function readCoins(coin: MarketItem, text: string): ReadPurchase {
  const { amount, problem } = parseTyped(coin.symbol, text, decimalSeparator());
  if (!amount) return { figures: nothing(coin), problem: amountProblemText(coin.symbol, problem) };
  return {
    order: { kind: 'buy', crypto_symbol: coin.symbol, amount_crypto: toDecimal(amount) },
    figures: estimate(coin, priceBuyCoins(amount, parsePrice(coin.price_exact))),
  };
}

/** What another wallet would pay, at the rate that was quoted last; of nothing it pays nothing, whatever the rate. */
export function estimatedFrom(figures: Figures, currency: FiatCode, lastQuote: BuyQuote | undefined): Figures {
  const rate = lastQuote?.payment?.currency === currency ? lastQuote.payment.rate : undefined;
  if (currency === 'USD' || (rate === undefined && figures.total.units > 0n)) return figures;
  return { ...figures, payment: estimatedPayment(figures.total, currency, rate) };
}

const estimate = (coin: MarketItem, price: ReturnType<typeof priceBuy<string>>): Figures => ({
  ...price,
  usdPerCoin: coin.price_exact,
  isEstimate: true,
});

const nothing = (coin: MarketItem) => estimate(coin, priceBuy(zero('USD'), coin.symbol, parsePrice(coin.price_exact)));

/** What a held price promises. */
export function promised(quote: BuyQuote): Figures {
  const usd = (exact: string) => fromExact('USD', exact);
  return {
    coins: fromExact(quote.crypto_symbol, quote.crypto_amount_exact),
    amount: usd(quote.amount_exact),
    fee: usd(quote.fee_exact),
    total: usd(quote.total_exact),
    usdPerCoin: quote.price_exact,
    isEstimate: false,
    ...(quote.payment && { payment: promisedPayment(quote.payment) }),
  };
}

/**
 * The same in the other unit: what the coins cost, or the coins that the dollars buy. Nothing where nothing was read.
 * With all decimals: where a comma parts them, `1.125` would be read as a thousand.
 */
export function converted({ coins, amount }: Figures, asset: string): Typed {
  const into = asset === 'USD' ? amount : coins;
  return { asset, text: into.units === 0n ? '' : toDecimal(into) };
}
