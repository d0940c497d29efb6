import type { BuyQuote, Policy, SellQuote } from '@florin/contract';
import {
  amountOf,
  parsePrice,
  priceBuy,
  priceBuyCoins,
  priceSell,
  type Amount,
  type FeeRate,
  type FiatCode,
} from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';
import type { ExchangeRates } from '../../providers/exchange-rates/exchange-rates.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { Member } from '../identity/index.ts';
import type { Markets, PricedCoin } from '../markets/index.ts';
import { heldFee, heldPrice, holdPrice, type UsableQuote } from '../quotes/index.ts';
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

type Dependencies = {
  readonly pool: Queryable;
  readonly markets: Markets;
  readonly rates: ExchangeRates;
  readonly policy: Policy;
};

/** A purchase priced for an amount of dollars or of coins. */
export type PricedPurchase = ReturnType<typeof priceBuy<string>>;

type BuyOrder = { readonly symbol: string; readonly currency: FiatCode } & (
  | { readonly amount: Amount<'USD'> }
  | { readonly coins: Amount }
);

/**
 * Holds the current price and fee for a purchase of an amount of dollars or coins. If another wallet pays, the quote
 * also holds the exchange rate. Errors: `coin_not_found`, `trading_paused`, `rates_unavailable`, `amount_too_small`.
 */
export async function quoteBuy(dependencies: Dependencies, member: Member, order: BuyOrder): Promise<BuyQuote> {
  const { pool, markets, policy } = dependencies;
  const { buy: feeRate, sell: sellRate } = policy.fees;
  const side = await fiatSide(order.currency, dependencies);
  const coin = markets.tradable(order.symbol);
  const price =
    'amount' in order
      ? priceBuy(order.amount, coin.symbol, coin.price, feeRate)
      : priceBuyCoins(order.coins, coin.price, feeRate);
  await assertCanBeSoldAgain(coin, price, { sellRate });
  const details = {
    coin: coin.symbol,
    usd_per_coin: coin.usdPerCoin,
    amount: String(price.amount.units),
    coins: String(price.coins.units),
    fee_rate: String(feeRate),
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

/** Holds the current price and fee for a sale. The quote includes a remainder that could not be sold alone. */
export async function quoteSell(
  dependencies: Dependencies & { readonly ledger: Ledger },
  member: Member,
  { coins: asked, currency }: { readonly coins: Amount; readonly currency: FiatCode },
): Promise<SellQuote> {
  const { pool, ledger, markets, policy } = dependencies;
  const { sell: feeRate } = policy.fees;
  const side = await fiatSide(currency, dependencies);
  const coin = markets.tradable(asked.asset);
  const coins = await withUnsellableRemainder(ledger, member, asked, { price: coin.price, sellRate: feeRate });
  const price = priceSell(coins, coin.price, feeRate);
  await assertSellsSomething(coin, price);
  if (side) await assertPaysOut(side, price);
  const details = {
    coin: coin.symbol,
    usd_per_coin: coin.usdPerCoin,
    asked: String(asked.units),
    coins: String(coins.units),
    fee_rate: String(feeRate),
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

type HeldTrade = {
  readonly coin: PricedCoin;
  readonly coins: Amount;
  readonly feeRate: FeeRate;
  readonly side: FiatSide | undefined;
};

/** Returns the price, coins and fee that a quote holds for this purchase. Errors: `quote_not_found`. */
export const heldPurchase = (
  { pool, markets, policy }: Pick<Dependencies, 'pool' | 'markets' | 'policy'>,
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
    const feeRate = heldFee(details['fee_rate'], policy.fees.buy);
    return { coin, coins: amountOf(symbol, BigInt(coins)), feeRate, side: readSide(details, policy) };
  });

/** Returns the price, coins and fee that a quote holds for this sale. Errors: `quote_not_found`. */
export const heldSale = (
  { pool, markets, policy }: Pick<Dependencies, 'pool' | 'markets' | 'policy'>,
  member: Member,
  id: string,
  { coins: { asset, units }, currency }: { readonly coins: Amount; readonly currency: FiatCode },
): Promise<UsableQuote<HeldTrade>> =>
  heldPrice(pool, member, { id, kind: 'sell' }, (details) => {
    const { usd_per_coin, coins } = details;
    const isForIt = details['coin'] === asset && [details['asked'], coins].includes(String(units));
    if (!isForIt || !usd_per_coin || !coins || !isForCurrency(details, currency)) return undefined;
    const coin = atPrice(asset, usd_per_coin, markets);
    const feeRate = heldFee(details['fee_rate'], policy.fees.sell);
    return { coin, coins: amountOf(asset, BigInt(coins)), feeRate, side: readSide(details, policy) };
  });

/** Returns the held price, even for delisted coins, so that a repeated command gets its answer. */
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
