import type { BuyQuote, SellQuote } from '@florin/contract';
import { amountOf, parsePrice, priceBuy, priceBuyCoins, priceSell, type Amount } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { Member } from '../identity/index.ts';
import type { Markets, PricedCoin } from '../markets/index.ts';
import { heldPrice, holdPrice, type UsableQuote } from '../quotes/index.ts';
import { assertBuysSomething, assertSellsSomething } from './worth-trading.ts';

/** Long enough to read the sum, short enough not to be a bet on the market. */
const quoteSeconds = 20;

type Dependencies = { readonly pool: Queryable; readonly markets: Markets };

/** A purchase as it is priced: for dollars, or for coins. */
export type PricedPurchase = ReturnType<typeof priceBuy<string>>;

/**
 * Holds the price of this moment for a purchase, of an amount of dollars or of coins. Refusals: `coin_not_found`,
 * `trading_paused`, `amount_too_small`.
 */
export async function quoteBuy(
  { pool, markets }: Dependencies,
  member: Member,
  order: { readonly symbol: string } & ({ readonly amount: Amount<'USD'> } | { readonly coins: Amount }),
): Promise<BuyQuote> {
  const coin = markets.tradable(order.symbol);
  const price =
    'amount' in order ? priceBuy(order.amount, coin.symbol, coin.price) : priceBuyCoins(order.coins, coin.price);
  assertBuysSomething(coin, price);
  const details = {
    coin: coin.symbol,
    usd_per_coin: coin.usdPerCoin,
    amount: String(price.amount.units),
    coins: String(price.coins.units),
  };
  return {
    ...(await holdPrice(pool, member, 'buy', { details, seconds: quoteSeconds })),
    kind: 'buy',
    ...priceFields(coin),
    ...moneyFields('amount', price.amount),
    ...moneyFields('fee', price.fee),
    ...moneyFields('total', price.total),
    ...moneyFields('crypto_amount', price.coins),
  };
}

/** The same for a sale. */
export async function quoteSell({ pool, markets }: Dependencies, member: Member, coins: Amount): Promise<SellQuote> {
  const coin = markets.tradable(coins.asset);
  const price = priceSell(coins, coin.price);
  assertSellsSomething(coin, price);
  const details = { coin: coin.symbol, usd_per_coin: coin.usdPerCoin, coins: String(coins.units) };
  return {
    ...(await holdPrice(pool, member, 'sell', { details, seconds: quoteSeconds })),
    kind: 'sell',
    ...priceFields(coin),
    ...moneyFields('crypto_amount', coins),
    ...moneyFields('amount', price.value),
    ...moneyFields('fee', price.fee),
    ...moneyFields('total', price.proceeds),
  };
}

type HeldPurchase = { readonly coin: PricedCoin; readonly coins: Amount };

/** The price and the coins that a quote holds for this purchase. Refusals: `quote_not_found`. */
export const heldPurchase = (
  { pool, markets }: Dependencies,
  member: Member,
  id: string,
  { symbol, amount }: { readonly symbol: string; readonly amount: Amount<'USD'> },
): Promise<UsableQuote<HeldPurchase>> =>
  heldPrice(pool, member, { id, kind: 'buy' }, (details) => {
    if (details['coin'] !== symbol || details['amount'] !== String(amount.units)) return undefined;
    const { usd_per_coin, coins } = details;
    if (!usd_per_coin || !coins) return undefined;
    return { coin: atPrice(symbol, usd_per_coin, markets), coins: amountOf(symbol, BigInt(coins)) };
  });

/** The price that a quote holds for this sale. Refusals: `quote_not_found`. */
export const heldSale = (
  { pool, markets }: Dependencies,
  member: Member,
  id: string,
  coins: Amount,
): Promise<UsableQuote<PricedCoin>> =>
  heldPrice(pool, member, { id, kind: 'sell' }, (details) => {
    const { usd_per_coin } = details;
    if (details['coin'] !== coins.asset || details['coins'] !== String(coins.units) || !usd_per_coin) return undefined;
    return atPrice(coins.asset, usd_per_coin, markets);
  });

/** The price is held, also where the coin is not on offer any more: what was done with it can be asked again. */
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
