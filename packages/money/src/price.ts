import { amountOf, type Amount } from './amount.ts';
import { divFloor, powerOfTen } from './rounding.ts';

/** What one coin costs in dollars, exactly: `units / 10^decimals`. */
export type UsdPerCoin = { readonly units: bigint; readonly decimals: number };

const usdDecimals = 2;
const coinDecimals = 8;
const maxPriceDecimals = 18;

/** Reads an exact decimal above zero with at most 18 decimals. Throws on anything else: prices are checked at the feed. */
export function parsePrice(text: string): UsdPerCoin {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  const fraction = match?.[2] ?? '';
  if (!match || fraction.length > maxPriceDecimals) throw new Error(`not a price: ${text}`);
  const units = BigInt(`${match[1]}${fraction}`);
  if (units === 0n) throw new Error('a price is above zero');
  return { units, decimals: fraction.length };
}

/** The coins that an amount of dollars buys, rounded down to the unit. */
export function coinsFor<Coin extends string>(usd: Amount<'USD'>, coin: Coin, price: UsdPerCoin): Amount<Coin> {
  const scaled = usd.units * powerOfTen(price.decimals + coinDecimals - usdDecimals);
  return amountOf(coin, divFloor(scaled, price.units));
}

/** The dollars that an amount of coins is worth, rounded down to the cent. */
export function usdFor(coins: Amount, price: UsdPerCoin): Amount<'USD'> {
  const scaled = coins.units * price.units;
  return amountOf('USD', divFloor(scaled, powerOfTen(price.decimals + coinDecimals - usdDecimals)));
}
