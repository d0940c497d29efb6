import { add, amountOf, subtract, type Amount } from './amount.ts';
import { feeOn } from './fee.ts';
import { coinsCosting, coinsFor, usdCostOf, usdFor, type UsdPerCoin } from './price.ts';

/** Buying: `amount` is turned into coins, rounded down; the buyer pays amount and fee. Coins may be zero. */
export function priceBuy<Coin extends string>(amount: Amount<'USD'>, coin: Coin, price: UsdPerCoin) {
  const fee = feeOn('buy', amount);
  return { amount, fee, total: add(amount, fee), coins: coinsFor(amount, coin, price) };
}

/** Buying a number of coins: what they cost is rounded up, so that no part of a coin is given away. */
export function priceBuyCoins<Coin extends string>(coins: Amount<Coin>, price: UsdPerCoin) {
  const amount = usdCostOf(coins, price);
  const fee = feeOn('buy', amount);
  return { amount, fee, total: add(amount, fee), coins };
}

/** Selling: the value is rounded down, the fee up; the seller gets the rest. It may be zero. */
export function priceSell<Coin extends string>(coins: Amount<Coin>, price: UsdPerCoin) {
  const value = usdFor(coins, price);
  const fee = feeOn('sell', value);
  return { coins, value, fee, proceeds: subtract(value, fee) };
}

/** Coins too few to sell at this price: the fee takes all that they are worth. */
export const isDust = (coins: Amount, price: UsdPerCoin): boolean => priceSell(coins, price).proceeds.units === 0n;

/** A cent for the seller and a cent, the least there is, for the fee. */
const smallestSaleValue = amountOf('USD', 2n);

/** The smallest amount of dollars whose coins can be sold again at the same price. */
export const smallestPurchase = (coin: string, price: UsdPerCoin): Amount<'USD'> =>
  usdCostOf(coinsCosting(smallestSaleValue, coin, price), price);
