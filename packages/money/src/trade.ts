import { add, amountOf, subtract, type Amount } from './amount.ts';
import { feeOn } from './fee.ts';
import { coinsCosting, coinsFor, usdCostOf, usdFor, type UsdPerCoin } from './price.ts';

/**
 * Prices a purchase for an amount of dollars. The buyer pays amount and fee. The coins are rounded down and may be
 * zero.
 */
export function priceBuy<Coin extends string>(amount: Amount<'USD'>, coin: Coin, price: UsdPerCoin) {
  const fee = feeOn('buy', amount);
  return { amount, fee, total: add(amount, fee), coins: coinsFor(amount, coin, price) };
}

/** Prices a purchase of a number of coins. Their cost is rounded up, so no fraction is free. */
export function priceBuyCoins<Coin extends string>(coins: Amount<Coin>, price: UsdPerCoin) {
  const amount = usdCostOf(coins, price);
  const fee = feeOn('buy', amount);
  return { amount, fee, total: add(amount, fee), coins };
}

/** Prices a sale. The value is rounded down and the fee up. The seller gets the rest, which may be zero. */
export function priceSell<Coin extends string>(coins: Amount<Coin>, price: UsdPerCoin) {
  const value = usdFor(coins, price);
  const fee = feeOn('sell', value);
  return { coins, value, fee, proceeds: subtract(value, fee) };
}

/** Whether the coins are too few to sell at this price, because the fee takes their whole value. */
export const isDust = (coins: Amount, price: UsdPerCoin): boolean => priceSell(coins, price).proceeds.units === 0n;

/** One cent for the seller and one cent, the minimum, for the fee. */
const smallestSaleValue = amountOf('USD', 2n);

/** Returns the smallest amount of dollars whose coins can be sold again at the same price. */
export const smallestPurchase = (coin: string, price: UsdPerCoin): Amount<'USD'> =>
  usdCostOf(coinsCosting(smallestSaleValue, coin, price), price);
