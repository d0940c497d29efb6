import type { BuyQuote, SellQuote } from '@florin/contract';
import { amountOf, parsePrice, priceBuy, priceBuyCoins, priceSell, type Amount, type FiatCode } from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';
import type { ExchangeRates } from '../../providers/exchange-rates/exchange-rates.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { Member } from '../identity/index.ts';
import type { Markets, PricedCoin } from '../markets/index.ts';
import { heldPrice, holdPrice, type UsableQuote } from '../quotes/index.ts';
import {
  assertPaysOut,
  fiatSide,
  heldSide,
  isForCurrency,
  paymentField,
  payoutField,
  readSide,
  type FiatSide,
} from './fiat-side.ts';
import { assertCanBeSoldAgain, assertSellsSomething } from './worth-trading.ts';
import { withUnsellableRemainder } from './unsellable-remainder.ts';

/** Long enough to check the total, short enough to prevent bets on the market. */
const quoteSeconds = 20;

type Dependencies = { readonly pool: Queryable; readonly markets: Markets; readonly rates: ExchangeRates };

/** A purchase priced for an amount of dollars or of coins. */
export type PricedPurchase = ReturnType<typeof priceBuy<string>>;

type BuyOrder = { readonly symbol: string; readonly currency: FiatCode } & (
  | { readonly amount: Amount<'USD'> }
  | { readonly coins: Amount }
);

/**
 * Holds the current price for a purchase of an amount of dollars or coins. If another wallet pays, it also holds the
 * exchange rate. Errors: `coin_not_found`, `trading_paused`, `amount_too_small`.
 */
export async function quoteBuy(
  { pool, markets, rates }: Dependencies,
  member: Member,
  order: BuyOrder,
): Promise<BuyQuote> {
  const side = fiatSide(order.currency, rates.now());
  const coin = markets.tradable(order.symbol);
  const price =
    'amount' in order ? priceBuy(order.amount, coin.symbol, coin.price) : priceBuyCoins(order.coins, coin.price);
  await assertCanBeSoldAgain(coin, price);
  const details = {
    coin: coin.symbol,
    usd_per_coin: coin.usdPerCoin,
    amount: String(price.amount.units),
    coins: String(price.coins.units),
    ...heldSide(side),
  };
  return {
    ...(await holdPrice(pool, member, 'buy', { details, seconds: quoteSeconds })),
    kind: 'buy',
    ...priceFields(coin),
    ...moneyFields('amount', price.amount),
    ...moneyFields('fee', price.fee),
    ...moneyFields('total', price.total),
    ...moneyFields('crypto_amount', price.coins),
    ...paymentField(side, price.total),
  };
}

/** Holds the current price for a sale. The quote includes a remainder that could not be sold alone. */
export async function quoteSell(
  { pool, ledger, markets, rates }: Dependencies & { readonly ledger: Ledger },
  member: Member,
  { coins: asked, currency }: { readonly coins: Amount; readonly currency: FiatCode },
): Promise<SellQuote> {
  const side = fiatSide(currency, rates.now());
  const coin = markets.tradable(asked.asset);
  const coins = await withUnsellableRemainder(ledger, member, asked, coin.price);
  const price = priceSell(coins, coin.price);
  await assertSellsSomething(coin, price);
  if (side) await assertPaysOut(side, price);
  const details = {
    coin: coin.symbol,
    usd_per_coin: coin.usdPerCoin,
    asked: String(asked.units),
    coins: String(coins.units),
    ...heldSide(side),
  };
  return {
    ...(await holdPrice(pool, member, 'sell', { details, seconds: quoteSeconds })),
    kind: 'sell',
    ...priceFields(coin),
    ...moneyFields('crypto_amount', coins),
    ...moneyFields('amount', price.value),
    ...moneyFields('fee', price.fee),
    ...moneyFields('total', price.proceeds),
    ...payoutField(side, price.proceeds),
  };
}

type HeldTrade = { readonly coin: PricedCoin; readonly coins: Amount; readonly side: FiatSide | undefined };

/** Returns the price and coins that a quote holds for this purchase. Errors: `quote_not_found`. */
export const heldPurchase = (
  { pool, markets }: Dependencies,
  member: Member,
  id: string,
  {
    symbol,
    amount,
    currency,
  }: { readonly symbol: string; readonly amount: Amount<'USD'>; readonly currency: FiatCode },
): Promise<UsableQuote<HeldTrade>> =>
  heldPrice(pool, member, { id, kind: 'buy' }, (details) => {
    if (details['coin'] !== symbol || details['amount'] !== String(amount.units)) return undefined;
    const { usd_per_coin, coins } = details;
    if (!usd_per_coin || !coins || !isForCurrency(details, currency)) return undefined;
    const coin = atPrice(symbol, usd_per_coin, markets);
    return { coin, coins: amountOf(symbol, BigInt(coins)), side: readSide(details) };
  });

/** Returns the price and coins that a quote holds for this sale. Errors: `quote_not_found`. */
export const heldSale = (
  { pool, markets }: Dependencies,
  member: Member,
  id: string,
  { coins: { asset, units }, currency }: { readonly coins: Amount; readonly currency: FiatCode },
): Promise<UsableQuote<HeldTrade>> =>
  heldPrice(pool, member, { id, kind: 'sell' }, (details) => {
    const { usd_per_coin, coins } = details;
    const isForIt = details['coin'] === asset && [details['asked'], coins].includes(String(units));
    if (!isForIt || !usd_per_coin || !coins || !isForCurrency(details, currency)) return undefined;
    const coin = atPrice(asset, usd_per_coin, markets);
    return { coin, coins: amountOf(asset, BigInt(coins)), side: readSide(details) };
  });

/** Returns the held price. It works for delisted coins, too, so that a repeated command gets its answer. */
const atPrice = (symbol: string, usdPerCoin: string, markets: Markets): PricedCoin => ({
  symbol,
  name: markets.nameOf(symbol),
  usdPerCoin,
  price: parsePrice(usdPerCoin),
});

const priceFields = ({ symbol, usdPerCoin }: PricedCoin) => ({
  crypto_symbol: symbol,
  price: Number(usdPerCoin),
  price_exact: usdPerCoin,
});
