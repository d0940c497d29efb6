import type { CoinPrice, PastPrices, PriceFeed } from './price-feed.ts';
import { referenceSheet, type ReferenceCoin } from './reference-sheet.ts';

const daySeconds = 24 * 60 * 60;
/** Standard deviation of one day's move of the market as a whole, in percent. */
const marketVolatilityPercent = 1.8;
/** The least share of a coin's volatility that is its own and not the market's. */
const leastOwnShare = 0.3;
/** A price stays within a factor of 4 of its reference; one pegged to the dollar within 0.1 %. */
const widestLogMove = Math.log(3.95);
const widestPeggedLogMove = 0.001;
const mostDecimals = 10;
/** Of the market capitalisation, in 24 hours: about 4 %, between 1.5 and 11 %. */
const usualTurnover = 0.04;
/** A stretch of time is looked at in so many places for its highest and lowest price. */
const looks = 3;
/** It is made up anew each second, and cannot grow old. */
const maxAgeSeconds = 60;

/**
 * Prices that wander around the reference sheet. A price is a pure function of seed, symbol and second: nothing is
 * stored, so that all server processes agree, the past can be asked and a restart changes nothing.
 */
export function simulatedPriceFeed(options: { seed: string }): PriceFeed {
  const market = remembered(noiseOf(`${options.seed}/market`));
  const coins = new Map(referenceSheet.map((coin) => [coin.symbol, simulatedCoin(coin, options.seed, market)]));
  let latest: { second: number; prices: readonly CoinPrice[] } | undefined;

  return {
    maxAgeSeconds,
    prices(at) {
      const second = secondOf(at);
      if (latest?.second !== second) {
        latest = { second, prices: Array.from(coins.values(), (coin) => coin.priceAt(second)) };
      }
      return latest.prices;
    },
    priceOf: (symbol, at) => coins.get(symbol)?.priceAt(secondOf(at)),
    past: (symbol, from, to) => coins.get(symbol)?.past(from, to),
  };
}

function secondOf(at: Date): number {
  const second = Math.floor(at.getTime() / 1000);
  if (Number.isNaN(second)) throw new RangeError('a price is asked for a valid moment');
  return second;
}

type Noise = (second: number) => number;

type SimulatedCoin = {
  readonly priceAt: (second: number) => CoinPrice;
  readonly past: (from: number, to: number) => PastPrices;
};

function simulatedCoin(coin: ReferenceCoin, seed: string, market: Noise): SimulatedCoin {
  const own = noiseOf(`${seed}/${coin.symbol}`);
  const trade = noiseOf(`${seed}/${coin.symbol}/volume`);
  const reference = Number(coin.usdPerCoin);
  const supply = BigInt(coin.supply);
  const decimals = decimalsFor(reference);
  const marketShare = coin.beta * marketVolatilityPercent;
  const ownShare = Math.max(
    leastOwnShare * coin.dailyVolatilityPercent,
    Math.sqrt(Math.max(0, coin.dailyVolatilityPercent ** 2 - marketShare ** 2)),
  );
  const widest = coin.beta === 0 ? widestPeggedLogMove : widestLogMove;

  const unitsAt = (second: number) => {
    const logMove = (marketShare * market(second) + ownShare * own(second)) / 100;
    // The tangent bends what would leave the bounds back into them, smoothly.
    const price = reference * Math.exp(widest * Math.tanh(logMove / widest));
    return Math.round(price * 10 ** decimals);
  };

  const priceAt = (second: number): CoinPrice => {
    const units = unitsAt(second);
    const change = units / unitsAt(second - daySeconds) - 1;
    const marketCapUsd = Number((BigInt(units) * supply) / 10n ** BigInt(decimals));
    return {
      symbol: coin.symbol,
      name: coin.name,
      usdPerCoin: decimalText(units, decimals),
      changePercent24h: Math.round(change * 10_000) / 100 + 0, // + 0 turns -0 into 0
      marketCapUsd,
      volumeUsd24h: Math.round(marketCapUsd * usualTurnover * Math.exp(Math.tanh(trade(second) / 4))),
      supply: Number(coin.supply),
      at: new Date(second * 1000),
      kind: 'simulated',
      source: 'Florin sandbox',
      doubted: false,
    };
  };

  /** A stretch mostly begins where the one before ended. */
  let last = { second: Number.NaN, price: 0 };
  const seenAt = (second: number) => {
    if (second !== last.second) last = { second, price: unitsAt(second) / 10 ** decimals };
    return last.price;
  };
  const past = (from: number, to: number): PastPrices => {
    const seen = Array.from({ length: looks + 1 }, (_, look) =>
      seenAt(Math.floor(from + ((to - from) * look) / looks)),
    );
    return { open: seen[0] ?? 0, high: Math.max(...seen), low: Math.min(...seen), close: seen.at(-1) ?? 0 };
  };
  return { priceAt, past };
}

/** Cents from 100 dollars on, below that six significant digits as far as ten decimals allow. */
function decimalsFor(reference: number): number {
  return reference >= 100 ? 2 : Math.min(mostDecimals, 5 - Math.floor(Math.log10(reference)));
}

function decimalText(units: number, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Octaves of value noise: each waves at twice the period of the one before, from 2 seconds to a good year. */
const octaves = Array.from({ length: 25 }, (_, index) => ({ index, period: 2 ** (index + 1) }));
/** A random walk spreads with the square root of time. From this period on it does not, or it would leave the sheet. */
const longestSpreadSeconds = 20 * daySeconds;
/** Measured over many coins and days: it makes one day's change of the sum of octaves come to 1. */
const heightOfDay = 0.82;

/** A smooth wandering around 0 whose change over one day has a standard deviation of about 1. */
function noiseOf(name: string): Noise {
  const key = hashText(name);
  const layers = octaves.map(({ index, period }) => ({
    key: mix(key ^ Math.imul(index + 1, 0x9e3779b1)),
    period,
    // Without an offset of its own every octave would have a lattice point at the epoch.
    offset: (mix(key + index) / 2 ** 32) * period,
    height: heightOfDay * Math.sqrt(Math.min(period, longestSpreadSeconds) / daySeconds),
  }));
  return (second) => {
    let sum = 0;
    for (const layer of layers) {
      const place = (second + layer.offset) / layer.period;
      const cell = Math.floor(place);
      const within = place - cell;
      const from = heightAt(layer.key, cell);
      const to = heightAt(layer.key, cell + 1);
      sum += layer.height * (from + (to - from) * within * within * (3 - 2 * within));
    }
    return sum;
  };
}

/** Enough for each look at a day in minutes. A prime, so that looks at even distances share no place. */
const rememberedSeconds = 16_381;

/** All coins are moved by one market, and are asked for the same seconds one after the other. */
function remembered(noise: Noise): Noise {
  const seconds = new Float64Array(rememberedSeconds).fill(Number.NaN);
  const heights = new Float64Array(rememberedSeconds);
  return (second) => {
    const place = ((second % rememberedSeconds) + rememberedSeconds) % rememberedSeconds;
    if (seconds[place] !== second) {
      seconds[place] = second;
      heights[place] = noise(second);
    }
    return heights[place] ?? 0;
  };
}

/** Height of one lattice point, evenly spread over -1 to 1. */
const heightAt = (key: number, cell: number) => mix(key + Math.imul(cell, 0x85ebca6b)) / 2 ** 31 - 1;

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** The finaliser of MurmurHash3: every bit of the input moves every bit of the result. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
