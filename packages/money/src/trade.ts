import { add, amountOf, subtract, type Amount } from './amount.ts';
import { feeOn, type FeeRate } from './fee.ts';
import { coinsCosting, coinsFor, usdCostOf, usdFor, type UsdPerCoin } from './price.ts';
import { divCeil } from './rounding.ts';

/**
 * Prices a purchase for an amount of dollars. The buyer pays amount and fee. The coins are rounded down and may be
 * zero.
 */
export function priceBuy<Coin extends string>(amount: Amount<'USD'>, coin: Coin, price: UsdPerCoin, rate: FeeRate) {
  const fee = feeOn(rate, amount);
  return { amount, fee, total: add(amount, fee), coins: coinsFor(amount, coin, price) };
}

/** Prices a purchase of a number of coins. The coins' cost is rounded up, so no fraction is free. */
export function priceBuyCoins<Coin extends string>(coins: Amount<Coin>, price: UsdPerCoin, rate: FeeRate) {
  const amount = usdCostOf(coins, price);
  const fee = feeOn(rate, amount);
  return { amount, fee, total: add(amount, fee), coins };
}

/** Prices a sale. The value is rounded down and the fee up. The seller gets the rest, which may be zero. */
export function priceSell<Coin extends string>(coins: Amount<Coin>, price: UsdPerCoin, rate: FeeRate) {
  const value = usdFor(coins, price);
  const fee = feeOn(rate, value);
  return { coins, value, fee, proceeds: subtract(value, fee) };
}

/** Whether the coins are too few to sell at this price and fee, because the fee takes their whole value. */
export const isDust = (coins: Amount, price: UsdPerCoin, sellRate: FeeRate): boolean =>
  priceSell(coins, price, sellRate).proceeds.units === 0n;

/** Returns the smallest value that leaves the seller a cent after the fee. The fee must be below 100 %. */
const smallestSaleValue = (sellRate: FeeRate) => amountOf('USD', divCeil(10_000n, 10_000n - sellRate));

/** Returns the smallest amount of dollars that buys enough coins for a sale at the same price and fee. */
export const smallestPurchase = (coin: string, price: UsdPerCoin, sellRate: FeeRate): Amount<'USD'> =>
  usdCostOf(coinsCosting(smallestSaleValue(sellRate), coin, price), price);
