import { amountOf, type Amount } from './amount.ts';
import { divCeil, divFloor, divNearest, powerOfTen } from './rounding.ts';

/** The exact price of one coin in dollars: `units / 10^decimals`. */
export type UsdPerCoin = { readonly units: bigint; readonly decimals: number };

const usdDecimals = 2;
const coinDecimals = 8;
const maxPriceDecimals = 18;

/**
 * Parses an exact decimal above zero with at most 18 decimals. Throws on any other text, because the price feed
 * validates prices.
 */
export function parsePrice(text: string): UsdPerCoin {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  const fraction = match?.[2] ?? '';
  if (!match || fraction.length > maxPriceDecimals) throw new Error(`not a price: ${text}`);
  const units = BigInt(`${match[1]}${fraction}`);
  if (units === 0n) throw new Error('a price must be above zero');
  return { units, decimals: fraction.length };
}

/** Returns the coins that an amount of dollars buys, rounded down to the unit. */
export function coinsFor<Coin extends string>(usd: Amount<'USD'>, coin: Coin, price: UsdPerCoin): Amount<Coin> {
  const scaled = usd.units * powerOfTen(price.decimals + coinDecimals - usdDecimals);
  return amountOf(coin, divFloor(scaled, price.units));
}

/** Returns the fewest coins that are worth at least this amount of dollars. */
export function coinsCosting<Coin extends string>(usd: Amount<'USD'>, coin: Coin, price: UsdPerCoin): Amount<Coin> {
  const scaled = usd.units * powerOfTen(price.decimals + coinDecimals - usdDecimals);
  return amountOf(coin, divCeil(scaled, price.units));
}

/** Returns the value of coins in dollars, rounded down to the cent. */
export function usdFor(coins: Amount, price: UsdPerCoin): Amount<'USD'> {
  const scaled = coins.units * price.units;
  return amountOf('USD', divFloor(scaled, powerOfTen(price.decimals + coinDecimals - usdDecimals)));
}

/** Returns the cost of coins in dollars, rounded up to the cent. */
export function usdCostOf(coins: Amount, price: UsdPerCoin): Amount<'USD'> {
  const scaled = coins.units * price.units;
  return amountOf('USD', divCeil(scaled, powerOfTen(price.decimals + coinDecimals - usdDecimals)));
}

/**
 * Returns the average cost per coin as an exact decimal with `decimals` decimals. Rounds half up. The coins must be
 * above zero.
 */
export function averagePrice(cost: Amount<'USD'>, coins: Amount, decimals: number): string {
  const scaled = cost.units * powerOfTen(decimals + coinDecimals - usdDecimals);
  return priceText({ units: divNearest(scaled, coins.units), decimals });
}

/** Formats a price so that `parsePrice` returns the same price. */
export function priceText({ units, decimals }: UsdPerCoin): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
