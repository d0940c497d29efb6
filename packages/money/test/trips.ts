import {
  amountOf,
  defaultFeeRates as fees,
  fiatCodes,
  largestWithFee,
  priceBuy,
  priceBuyCoins,
  priceExchange,
  priceSell,
  type Amount,
  type FiatCode,
  type MidRates,
  type UsdPerCoin,
} from '../src/index.ts';

export type Market = { readonly price: UsdPerCoin; readonly rates: MidRates };

/** Returns a random number generator for [0, 1): mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns small numbers as often as large numbers, because rounding matters most for small numbers. */
export const units = (random: () => number, digits: number): bigint =>
  BigInt(1 + Math.floor(random() * 10 ** (1 + Math.floor(random() * digits))));

export const anyMarket = (random: () => number): Market => ({
  price: { units: units(random, 12), decimals: Math.floor(random() * 13) },
  rates: {
    USD: { units: 1n, decimals: 0 },
    EUR: { units: units(random, 6), decimals: Math.floor(random() * 5) },
    GBP: { units: units(random, 6), decimals: Math.floor(random() * 5) },
  },
});

/**
 * Trades and exchanges the held money a few times and then back to dollars. Each step uses as much money as possible.
 * Drops the unspendable rest.
 *
 * @returns the dollars at the end
 */
export function roundTrip(random: () => number, start: Amount<'USD'>, market: Market): Amount<FiatCode> {
  let held: Amount<FiatCode> = start;
  for (let steps = 1 + Math.floor(random() * 4); steps > 0; steps--)
    held = random() < 0.5 ? exchanged(held, other(random, held.asset), market) : traded(random, held, market);
  return held.asset === 'USD' ? held : exchanged(held, 'USD', market);
}

const other = (random: () => number, asset: FiatCode): FiatCode => {
  const rest = fiatCodes.filter((code) => code !== asset);
  return rest[Math.floor(random() * rest.length)] ?? 'USD';
};

const exchanged = (held: Amount<FiatCode>, to: FiatCode, { rates }: Market): Amount<FiatCode> =>
  priceExchange(largestWithFee(fees.exchange, held), to, rates, fees.exchange).received;

/** Buys coins with dollars and sells them again. Returns other currencies unchanged. */
function traded(random: () => number, held: Amount<FiatCode>, { price }: Market): Amount<FiatCode> {
  if (held.asset !== 'USD') return held;
  const { coins } = priceBuy(largestWithFee(fees.buy, amountOf('USD', held.units)), 'BTC', price, fees.buy);
  const inCoins = priceBuyCoins(coins, price, fees.buy);
  const bought = random() < 0.5 && inCoins.total.units <= held.units ? inCoins.coins : coins;
  const part = amountOf('BTC', (bought.units * BigInt(Math.floor(random() * 101))) / 100n);
  const rest = amountOf('BTC', bought.units - part.units);
  return amountOf(
    'USD',
    priceSell(part, price, fees.sell).proceeds.units + priceSell(rest, price, fees.sell).proceeds.units,
  );
}
